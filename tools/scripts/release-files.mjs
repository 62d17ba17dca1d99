// Defines the contents of a release: sources that run on a server, the built client, and the packages that the server loads.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bootstrap.mjs'
import { bundleServer } from './bundle-server.mjs'
import { licenseTable, softwareBill } from './inventory/inventory.mjs'
import { isNamed, resolvePackage, sourcesIn } from './package-names.mjs'
import { SOURCE_ARCHIVE } from './source-archive.mjs'
import { isForOtherPlatform, isForPeople, isNeverLoaded } from './unused-packages.mjs'

const FOLDERS = ['contract', 'server', 'packages/caption-reader', 'demo', 'deploy', 'docs']
/** With everything that the documents link to; a test follows the links. */
const FILES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'SECURITY.md', 'LICENSE']
/** Files not in a release: tests, training, and packages and passwords that an operator has added. */
const LEFT_OUT =
  /\.test\.tsx?$|(?:^|\/)\.env$|^deploy\/kubernetes\/secret\.yaml$|(?:^|\/)node_modules(?:\/|$)|^packages\/caption-reader\/(?:dist|samples|training)(?:\/|$)/
/** Files of an unpacked release that an image built from it must not contain: data and passwords of the operator. */
const SECRETS = ['data', '**/.env', 'deploy/kubernetes/secret.yaml']
/** Needed only for a CLIP model, and larger than all other packages together. */
const CLIP_PACKAGES = ['@huggingface/transformers']
const MODULES = 'node_modules/'

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage */

/**
 * Creates a release in `target`, which must not exist. It needs only Node.js 24: `node server` starts it.
 * @param {string} target absolute
 * @param {{ withClip?: boolean }} [options]
 * @returns {Promise<{ version: string, packages: number }>}
 */
export async function layOutRelease(target, { withClip = false } = {}) {
  mkdirSync(target, { recursive: true })
  for (const folder of FOLDERS)
    cpSync(join(root, folder), join(target, folder), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source.slice(root.length + 1).replaceAll('\\', '/')),
    })
  for (const file of FILES) cpSync(join(root, file), join(target, file))
  if (existsSync(join(root, 'dist', 'web')))
    cpSync(join(root, 'dist', 'web'), join(target, 'dist', 'web'), { recursive: true })
  // The server offers it to visitors, and the release can be built from it.
  if (existsSync(SOURCE_ARCHIVE)) cpSync(SOURCE_ARCHIVE, join(target, 'dist', basename(SOURCE_ARCHIVE)))
  const packages = findPackages(withClip)
  for (const path of packages) copyPackage(path, target)
  const { name, version, license, type, imports, description } = readJson('package.json')
  const scripts = { start: 'node --no-warnings server', cli: 'node --no-warnings server/ops/cli/main.ts' }
  const manifest = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines: { node: '>=24' },
    imports,
    scripts,
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(target, '.dockerignore'), `${SECRETS.join('\n')}\n`)
  writeFileSync(join(target, 'sbom.cdx.json'), softwareBill())
  writeFileSync(join(target, 'licenses.tsv'), licenseTable())
  await bundleServer(target)
  writeFileSync(join(target, 'server', 'index.js'), "import './bundle/main.js'\n")
  return { version, packages: packages.length }
}

/** @param {string} path @param {string} target */
function copyPackage(path, target) {
  const source = join(root, path)
  cpSync(source, join(target, path), {
    recursive: true,
    filter(file) {
      const inside = file.slice(source.length).replaceAll('\\', '/')
      // Nested packages are listed separately.
      if (inside.startsWith('/node_modules')) return false
      return !isForOtherPlatform(inside) && !isForPeople(inside) && !isNeverLoaded(path.slice(MODULES.length) + inside)
    },
  })
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/**
 * Folders of the packages that the server loads, with all their dependencies, as installed on this machine.
 * @param {boolean} withClip
 * @returns {string[]} relative
 */
export function findPackages(withClip) {
  /** @type {Record<string, LockedPackage>} */
  const locked = readJson('package-lock.json').packages
  const { dependencies = {}, optionalDependencies = {} } = readJson('package.json')
  const { dependencies: ofReader = {} } = readJson('packages/caption-reader/package.json')
  const isSource = (/** @type {string} */ file) => /\.(ts|mjs)$/.test(file) && !LEFT_OUT.test(file)
  const sources = FOLDERS.map((folder) => sourcesIn(root, folder, isSource)).join('\n')
  const named = Object.keys({ ...dependencies, ...optionalDependencies, ...ofReader }).filter(
    (name) => isNamed(sources, name) && (withClip || !CLIP_PACKAGES.includes(name)),
  )
  /** @type {Set<string>} */
  const found = new Set()
  const waiting = named.map((name) => resolvePackage(locked, '', name))
  for (let path = waiting.pop(); waiting.length > 0 || path !== undefined; path = waiting.pop()) {
    if (path === undefined || found.has(path) || !existsSync(join(root, path))) continue
    found.add(path)
    const own = locked[path] ?? {}
    for (const name of Object.keys({ ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies }))
      waiting.push(resolvePackage(locked, path, name))
  }
  return [...found].toSorted()
}
