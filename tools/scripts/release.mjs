// `npm run release`: writes to dist/release an archive for this platform that needs only Node.js 24, the source archive, the lists of
// components and licenses, the API client, the browser extension, and the package of the caption reader. The same commit gives the same bytes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BootstrapError,
  bundledNode,
  ensureInstalled,
  ensureWebBuilt,
  npmCommand,
  root,
  runScript,
} from './bootstrap.mjs'
import { licenseTable, softwareBill } from './inventory/inventory.mjs'
import { layOutRelease } from './release-files.mjs'
import { ensureSourceArchive, SOURCE_ARCHIVE } from './source-archive.mjs'

const FOLDER = join(root, 'dist', 'release')
/** Options of GNU tar for an archive that depends only on names and contents. */
const REPRODUCIBLE = [
  ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
  ...[`--mtime=@${releaseTime()}`, '--use-compress-program=gzip -n'],
]

await runScript(async () => {
  ensureInstalled()
  await ensureWebBuilt()
  if (!(await ensureSourceArchive()))
    throw new BootstrapError('the source archive needs git, or tar outside a checkout')
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const withClip = process.argv.includes('--with-clip')
  const { version, packages } = await layOutRelease(join(FOLDER, 'memeroom'), { withClip })
  const prefix = join(FOLDER, `memeroom-${version}`)
  const archive = `${prefix}-${process.platform}-${process.arch}.tar.gz`
  const isGnu = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU tar')
  if (!isGnu) console.error('memeroom: only GNU tar makes the archive reproducible')
  run('tar', [...(isGnu ? REPRODUCIBLE : ['-z']), '-cf', archive, '-C', FOLDER, 'memeroom'])
  copyFileSync(SOURCE_ARCHIVE, `${prefix}-source.tar.gz`)
  writeFileSync(`${prefix}.cdx.json`, softwareBill())
  writeFileSync(`${prefix}-licenses.tsv`, licenseTable())
  for (const type of ['ts', 'js'])
    run(bundledNode(), ['--no-warnings', 'tools/scripts/client/main.ts', `${prefix}-client.${type}`])
  run(bundledNode(), ['--no-warnings', 'tools/scripts/extension/main.ts', `${prefix}-extension.zip`])
  packReader()
  writeFileSync(`${prefix}-${process.platform}-${process.arch}.sha256`, checksums())
  console.log(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB, ${packages} packages`)
  return 0
})

function packReader() {
  run(bundledNode(), ['packages/caption-reader/build.mjs'])
  const npm = npmCommand()
  const options = ['--workspace', 'packages/caption-reader', '--ignore-scripts', '--pack-destination', FOLDER]
  run(npm.command, [...npm.args, 'pack', '--silent', ...options], npm.shell)
}

/** Lines for `sha256sum --check`. */
function checksums() {
  const digest = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex')
  const files = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map(({ name }) => name)
    .toSorted()
    .map((name) => `${digest(name)}  ${name}\n`)
    .join('')
}

/** The time of the files in the archive, in Unix seconds: SOURCE_DATE_EPOCH, the time of the commit, or that of package.json. */
function releaseTime() {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000)
}

/** @param {string} command @param {string[]} args */
function run(command, args, shell = false) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell })
  if (status !== 0) throw new BootstrapError(`${command} ${args[0]} failed`)
}
