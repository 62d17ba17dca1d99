// Finds the packages that sources import, and their entries in the lock file.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The concatenated texts of a folder's files.
 * @param {string} root absolute
 * @param {string} folder relative to the root
 * @param {(file: string) => boolean} isSource gets a path relative to the root, with slashes
 * @param {{ recursive?: boolean }} [options]
 * @returns {string}
 */
export function sourcesIn(root, folder, isSource, { recursive = true } = {}) {
  return readdirSync(join(root, folder), { recursive })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((file) => isSource(file) && statSync(join(root, file)).isFile())
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}

/**
 * Returns true if an entry of the lock file is this project, one of its workspaces, or a link to one.
 * @param {string} path
 * @param {{ link?: boolean }} entry
 */
export const isOwnPackage = (path, entry) => !path.includes('node_modules/') || entry.link === true

/**
 * Returns true if sources import a package or a file in it.
 * @param {string} sources
 * @param {string} name
 */
export const isNamed = (sources, name) => new RegExp(`['"/]${name.replaceAll('.', '\\.')}['"/]`).test(sources)

/**
 * Resolves a package as Node.js does: in the folder of the dependent package, then in its parent folders.
 * @param {Record<string, unknown>} locked the packages of the lock file
 * @param {string} from the path of the dependent package; '' for the project
 * @param {string} name
 * @returns {string | undefined} a path in the lock file
 */
export function resolvePackage(locked, from, name) {
  for (let around = from; ; around = dirname(around)) {
    const path = join(around, 'node_modules', name).replaceAll('\\', '/')
    if (path in locked) return path
    if (around === '' || around === '.') return undefined
  }
}
