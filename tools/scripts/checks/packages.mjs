import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNamed, sourcesIn } from '../package-names.mjs'

/**
 * Checks that versions are exact, so that every machine runs the same code, that the workspaces require the same ones, and that
 * the lock file contains no host, so that mirrors work.
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
  const versions = Object.fromEntries(wanted)
  return [
    ...wanted
      .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `package.json: ${name} is ${version}, which is not an exact version`),
    ...workspaceDependencies(root).flatMap(([path, name, version]) =>
      versions[name] === undefined || version === versions[name]
        ? []
        : `${path}: ${name} is ${version}, but package.json has ${versions[name]}`,
    ),
    ...locked
      .filter(([, entry]) => entry.resolved?.includes('://'))
      .map(([path, entry]) => `package-lock.json: ${path} is bound to a host: ${entry.resolved}`),
  ]
}

/**
 * @param {string} root absolute
 * @returns {[path: string, name: string, version: string][]}
 */
function workspaceDependencies(root) {
  if (!existsSync(join(root, 'packages'))) return []
  return readdirSync(join(root, 'packages')).flatMap((folder) => {
    const path = `packages/${folder}/package.json`
    if (!existsSync(join(root, path))) return []
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return Object.entries({ ...dependencies, ...optionalDependencies }).map(
      ([name, version]) => /** @type {[string, string, string]} */ ([path, name, version]),
    )
  })
}

/** @param {string} file */
export const isProductSource = (file) => /\.(tsx?|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file)

/** Folders that run on a server, without those of tools and tests. */
const RUNTIME = [
  { folder: 'contract', recursive: true },
  { folder: 'server', recursive: true },
  { folder: 'demo', recursive: false },
  { folder: 'packages/caption-reader', recursive: false },
]

/**
 * Checks that "dependencies" contains only packages that the server loads. Packages that only tools and tests load, or that are
 * built into the client, belong in "devDependencies": a server removes them once the client is built. A rule of
 * .dependency-cruiser.mjs ensures that the server does not load devDependencies.
 * @param {string} root absolute
 * @returns {string[]} one line per dependency that no server source imports
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
