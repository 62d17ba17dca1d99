import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of release archives, images, and jobs, such as `memeroom-0.2.0-linux-x64` and `memeroom:0.2.0`. */
const NAMED = /\bmemeroom(?:-migrate)?[:-]v?(\d+\.\d+\.\d+)/g

/**
 * Checks that the version of package.json is the newest in CHANGELOG.md, and the version in the lock file, packages, documents, and
 * deployment examples.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkVersions(root) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`)
  const documents = ['docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:md|yaml)$|\.env\.example$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  /** @type {[file: string, found: string | undefined][]} */
  const stated = [
    ['CHANGELOG.md', /^## (\d\S*)$/m.exec(read('CHANGELOG.md'))?.[1]],
    ['package-lock.json', lock.version],
    ...Object.entries(lock.packages)
      .filter(([path]) => path === '' || path.startsWith('packages/'))
      .map(([path, entry]) => /** @type {[string, string]} */ ([`package-lock.json, "${path}"`, entry.version])),
    ...packages.map((file) => /** @type {[string, string]} */ ([file, JSON.parse(read(file)).version])),
    ...documents.flatMap((file) =>
      [...read(file).matchAll(NAMED)].map(([, found]) => /** @type {[string, string | undefined]} */ ([file, found])),
    ),
  ]
  return stated
    .filter(([, found]) => found !== version)
    .map(([file, found]) => `${file}: states ${found ?? 'no version'}, but package.json ${version}`)
}
