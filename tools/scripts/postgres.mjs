// PostgreSQL 17 with pgvector for tests, in a small Debian chroot.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { BootstrapError, root, runScript } from './bootstrap.mjs'
import { freePort } from './free-port.mjs'
import { hasFreeMemory, isRunning } from './memory.mjs'

export const defaultFolder = join(root, '.cache', 'postgres')

const USAGE = `npm run postgres -- [--provision] [DIR]
Installs PostgreSQL 17 with pgvector in DIR (.cache/postgres) if it is missing, runs it until Ctrl-C, and prints its URL.
With --provision, only installs it.`
const BINARIES = '/usr/lib/postgresql/17/bin'
const CLUSTERS = 'srv'
const ACCOUNT = 'postgres'
const START_SECONDS = 30
const STOP_SECONDS = 10
// The clusters are deleted after a test run, so they need no durability.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  dynamic_shared_memory_type: 'mmap',
  max_connections: '200',
  timezone: 'UTC',
}

/** @param {string} folder */
export function isProvisioned(folder) {
  return (
    existsSync(join(folder, BINARIES, 'postgres')) &&
    existsSync(join(folder, 'usr/share/postgresql/17/extension/vector.control'))
  )
}

/**
 * Installs PostgreSQL into `folder` if it is missing: about 700 MB and half a minute. Needs root and debootstrap.
 * @param {string} folder absolute
 * @throws {BootstrapError} when the machine does not allow it
 */
export function provisionPostgres(folder) {
  if (isProvisioned(folder)) return
  requireRoot()
  if (spawnSync('debootstrap', ['--version']).error) {
    throw new BootstrapError('debootstrap is missing (apt-get install debootstrap), or set TEST_DATABASE_URL')
  }
  const partial = `${folder}.partial-${process.pid}`
  mkdirSync(dirname(folder), { recursive: true })
  const packages = '--include=postgresql-17,postgresql-17-pgvector'
  const mirror = process.env.DEBIAN_MIRROR ? [process.env.DEBIAN_MIRROR] : []
  const made = spawnSync('debootstrap', ['--variant=minbase', packages, 'trixie', partial, ...mirror], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    const reason = made.stdout.trim().split('\n').at(-1) ?? ''
    throw new BootstrapError(`debootstrap failed with code ${made.status}: ${reason}`)
  }
  for (const leftover of ['var/cache/apt/archives', 'var/lib/apt/lists']) {
    rmSync(join(partial, leftover), { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
}

/**
 * A running cluster. `url` connects as superuser; `stop` removes the cluster. `halt` stops the server like `pg_ctl stop` in
 * that mode, and `resume` restarts it on the same port with its data. `replicate` creates a streaming replica of the running
 * server;
 * stop the replica before the server.
 * @typedef {{ url: string, stop: () => Promise<void>, halt: (mode: 'fast' | 'immediate') => Promise<void>, resume: () => Promise<void>, replicate: () => Promise<Cluster> }} Cluster
 */

/**
 * Starts a fresh cluster on a free port of the loopback address.
 * @param {string} folder absolute, provisioned
 * @param {Record<string, string>} [settings] overrides of the settings that make tests faster
 * @returns {Promise<Cluster>}
 */
export async function startPostgres(folder, settings = {}) {
  requireRoot()
  sweepClusters(folder)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8']
  return startCluster(folder, settings, (inside) =>
    chroot(folder, ACCOUNT, [`${BINARIES}/initdb`, '-D', inside, '-U', ACCOUNT, '-A', 'trust', '--no-sync', ...locale]),
  )
}

/**
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @param {(inside: string) => void} fill creates the cluster's files in a folder, given its path inside the chroot
 * @returns {Promise<Cluster>}
 */
async function startCluster(folder, settings, fill) {
  // Later runs recognize abandoned clusters by the pid in the name.
  const cluster = mkdtempSync(join(folder, CLUSTERS, `${process.pid}-`))
  const inside = cluster.slice(folder.length)
  const remove = () => removeCluster(cluster)
  // Without the permission to mount, the cluster is on disk.
  if (hasFreeMemory()) spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', cluster])
  try {
    chroot(folder, 'root', ['chown', ACCOUNT, inside])
    chroot(folder, 'root', ['chmod', '700', inside])
    fill(inside)
    const port = await freePort()
    const start = () => runServer(folder, inside, { ...SETTINGS, ...settings, port: String(port) })
    let server = await start()
    return {
      url: `postgres://${ACCOUNT}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await stopServer(server, 'SIGINT')
        remove()
      },
      halt: (mode) => stopServer(server, mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
      resume: async () => {
        server = await start()
      },
      replicate: () =>
        startCluster(folder, settings, (copy) =>
          chroot(folder, ACCOUNT, [
            `${BINARIES}/pg_basebackup`,
            ...['-h', '127.0.0.1', '-p', String(port), '-U', ACCOUNT, '-D', copy],
            ...['--write-recovery-conf', '--checkpoint=fast', '--wal-method=stream', '--no-sync'],
          ]),
        ),
    }
  } catch (error) {
    remove()
    throw error
  }
}

function requireRoot() {
  if (process.getuid?.() !== 0) {
    throw new BootstrapError('the PostgreSQL for tests needs root on Linux, or set TEST_DATABASE_URL')
  }
}

/** @param {string} folder */
function sweepClusters(folder) {
  for (const name of readdirSync(join(folder, CLUSTERS))) {
    const owner = Number.parseInt(name, 10)
    if (!isRunning(owner)) removeCluster(join(folder, CLUSTERS, name))
  }
}

/** @param {string} cluster its folder */
function removeCluster(cluster) {
  spawnSync('umount', [cluster])
  rmSync(cluster, { recursive: true, force: true })
}

/**
 * @param {string} folder
 * @param {string} account
 * @param {string[]} command
 */
function chrootArguments(folder, account, command) {
  return [
    `--userspec=${account}`,
    folder,
    '/usr/bin/env',
    '-i',
    'PATH=/usr/sbin:/usr/bin',
    'LC_ALL=C.UTF-8',
    ...command,
  ]
}

/**
 * Dumps a database as SQL: schema and rows, without owners and grants.
 * @param {string} folder absolute, provisioned
 * @param {string} url of the database
 * @returns {string}
 * @throws {BootstrapError} with the error output of pg_dump
 */
export function dumpDatabase(folder, url) {
  const options = ['--no-owner', '--no-privileges', '--no-comments', '--inserts', '--rows-per-insert=200']
  return chroot(folder, ACCOUNT, [`${BINARIES}/pg_dump`, ...options, url])
}

/**
 * @param {string} folder
 * @param {string} account
 * @param {string[]} command
 * @returns {string} its output
 */
function chroot(folder, account, command) {
  const { status, stdout, stderr, error } = spawnSync('chroot', chrootArguments(folder, account, command), {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  const reason = error?.message ?? (stderr || stdout).trim().split('\n').at(-1) ?? ''
  throw new BootstrapError(`${command[0]} failed: ${reason}`)
}

/**
 * @param {string} folder
 * @param {string} inside the cluster's path inside the chroot
 * @param {Record<string, string>} chosen
 * @returns {Promise<import('node:child_process').ChildProcess>} once it accepts connections
 */
function runServer(folder, inside, chosen) {
  const settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Ends with its parent in any case: INT is PostgreSQL's fast shutdown.
  const command = ['setpriv', '--pdeathsig', 'INT', `${BINARIES}/postgres`, '-D', inside, ...settings]
  // In a separate process group, so that Ctrl-C reaches the tests before the server.
  const child = spawn('chroot', chrootArguments(folder, ACCOUNT, command), {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => fail(`no answer within ${START_SECONDS} s`), START_SECONDS * 1000)
    const fail = (/** @type {string} */ reason) => {
      clearTimeout(timer)
      child.kill('SIGQUIT')
      reject(new BootstrapError(`PostgreSQL did not start: ${reason}`))
    }
    const failOnExit = () => fail(log.trim().split('\n').at(-1) ?? '')
    child.once('error', (error) => fail(error.message))
    child.once('exit', failOnExit)
    // Drain the pipe: a full pipe would stop the server.
    child.stderr.on('data', (text) => {
      log = (log + text).slice(-10_000)
      if (!/ready to accept (read-only )?connections/.test(log)) return
      clearTimeout(timer)
      child.off('exit', failOnExit)
      resolve(child)
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {'SIGINT' | 'SIGQUIT'} signal PostgreSQL's fast or immediate shutdown
 */
async function stopServer(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_SECONDS * 1000)
  await ended
  clearTimeout(timer)
}

if (import.meta.filename === resolve(process.argv[1] ?? '')) {
  await runScript(async () => {
    const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
    const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
    const provisionOnly = options.includes('--provision')
    if (folders.length > 1 || options.some((option) => option !== '--provision')) {
      console.log(USAGE)
      return options.includes('--help') ? 0 : 1
    }
    const folder = resolve(folders[0] ?? defaultFolder)
    provisionPostgres(folder)
    if (provisionOnly) return 0
    const server = await startPostgres(folder)
    console.log(server.url)
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve)
    })
    await server.stop()
    return 0
  })
}
