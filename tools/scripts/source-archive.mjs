// Creates dist/source.tar.gz, which the site offers on its About page: section 13 of the license entitles every visitor to the
// source code.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './bootstrap.mjs'

export const SOURCE_ARCHIVE = join(root, 'dist', 'source.tar.gz')
const COMMIT = join(root, 'dist', 'source.commit')
/** The sources in a folder without Git. The rest of deploy/ and .npmrc may contain passwords of the operator. */
const SOURCES =
  /^(?:\.ci|\.github|contract|demo|docs|e2e|packages|server|test|tools|web|LICENSE|[A-Z_]+\.md|package(?:-lock)?\.json|tsconfig.*\.json|biome\.json|knip\.jsonc|\w+\.config\.ts|\.(?:container|docker)ignore|\.dependency-cruiser\.mjs|\.editorconfig|\.git(?:attributes|ignore))$/
const NOT_SOURCES = ['node_modules', 'dist', '.env*']

/** Returns true if the archive exists and contains the current commit. */
export const isSourceArchived = () => existsSync(SOURCE_ARCHIVE) && archivedCommit() === currentCommit()

/**
 * Archives the committed files, or without Git all sources, unless the archive is current.
 * @returns {Promise<boolean>} false if neither Git nor tar could do it
 */
export async function ensureSourceArchive() {
  if (isSourceArchived()) return true
  const commit = currentCommit()
  mkdirSync(join(root, 'dist'), { recursive: true })
  const part = `${SOURCE_ARCHIVE}.${process.pid}`
  const isDone = commit
    ? await run('git', ['archive', '--format=tar.gz', '--prefix=memeroom/', `--output=${part}`, commit])
    : await run('tar', [
        '-czf',
        part,
        ...NOT_SOURCES.map((name) => `--exclude=${name}`),
        '-C',
        dirname(root),
        ...sources(),
      ])
  if (!isDone) {
    rmSync(part, { force: true })
    return false
  }
  renameSync(part, SOURCE_ARCHIVE)
  writeFileSync(COMMIT, commit)
  return true
}

/** @returns {string[]} relative to the parent of the root, so that the archive contains one folder */
function sources() {
  const names = [...readdirSync(root).filter((name) => SOURCES.test(name)), 'deploy/Containerfile']
  return names.filter((name) => existsSync(join(root, name))).map((name) => `${basename(root)}/${name}`)
}

const archivedCommit = () => (existsSync(COMMIT) ? readFileSync(COMMIT, 'utf8') : '')

/** The checked-out commit; empty without Git, as in a release. */
function currentCommit() {
  if (!existsSync(join(root, '.git'))) return ''
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
