import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
