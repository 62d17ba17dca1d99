import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNamed, sourcesIn } from '../package-names.mjs'

/**
 * Checks that versions are exact, so that every machine runs the same code, and that the lock file names no host, so that a
 * mirror works too.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkPackages(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  /** @type {[string, string][]} */
  const wanted = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  /** @type {[string, { resolved?: string }][]} */
  const locked = Object.entries(lock.packages)
  return [
    ...wanted
      .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `package.json: ${name} is ${version}, which is no exact version`),
    ...locked
      .filter(([, entry]) => entry.resolved?.includes('://'))
      .map(([path, entry]) => `package-lock.json: ${path} is bound to a host: ${entry.resolved}`),
  ]
}

/** @param {string} file */
export const isProductSource = (file) => /\.(tsx?|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file)

/** What runs on a server, without the folders of tools and tests beside it. */
const RUNTIME = [
  { folder: 'contract', recursive: true },
  { folder: 'server', recursive: true },
  { folder: 'demo', recursive: false },
  { folder: 'reader', recursive: false },
]

/**
 * What only tools and tests load, or what is built into the client, belongs in "devDependencies", since a server removes those
 * once the client is built; that the server loads nothing from there is a rule of
 * .dependency-cruiser.mjs.
 * @param {string} root absolute
 * @returns {string[]} one line a dependency that nothing on the server names; none when all is well
 */
export function checkRuntimeDependencies(root) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sources = RUNTIME.filter(({ folder }) => existsSync(join(root, folder)))
    .map(({ folder, recursive }) => sourcesIn(root, folder, isProductSource, { recursive }))
    .join('\n')
  return Object.keys(dependencies)
    .filter((name) => !isNamed(sources, name))
    .map((name) => `package.json: nothing on the server names ${name}; it belongs in devDependencies`)
}
