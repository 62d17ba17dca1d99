// The server in few files, for the starts after the first one. Built-in modules only, as in bootstrap.mjs.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode, hashSources, root } from './bootstrap.mjs'

const SOURCES = [
  'server',
  'contract',
  'packages/caption-reader',
  'package-lock.json',
  'tools/scripts/bundle-server.mjs',
]
const SCRIPT = fileURLToPath(import.meta.url)

/**
 * Returns the program of the server: the bundle, or its sources if they changed since.
 * @param {string} [project]
 */
export function serverProgram(project = root) {
  const { output, stamp } = pathsOf(project)
  const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(project)
  return isFresh ? join(output, 'main.js') : join(project, 'server', 'main.ts')
}

/** Bundles the server in another process with low priority. If that fails, starts use the sources. */
export async function bundleInBackground() {
  const child = spawn(bundledNode(), ['--no-warnings', SCRIPT, '--bundle'], { cwd: root, stdio: 'ignore' })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has already ended.
  }
  await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
}

/**
 * Bundles the server into a temporary folder and swaps it in.
 * @param {string} [project]
 */
export async function writeServerBundle(project = root) {
  const { bundleServer } = await import('./bundle-server.mjs')
  const { output, stamp } = pathsOf(project)
  const sources = digestOf(project)
  const fresh = `${output}.new-${process.pid}`
  await bundleServer(project, fresh)
  rmSync(stamp, { force: true })
  rmSync(output, { recursive: true, force: true })
  renameSync(fresh, output)
  writeFileSync(stamp, sources)
}

/** @param {string} project */
const pathsOf = (project) => ({
  output: join(project, 'dist', 'server'),
  stamp: join(project, 'dist', 'server.sources'),
})

/** @param {string} project */
const digestOf = (project) => hashSources(SOURCES.map((path) => relative(root, join(project, path))))

if (process.argv[2] === '--bundle' && process.argv[1] === SCRIPT) await writeServerBundle()
