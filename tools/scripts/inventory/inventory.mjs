// The contents of a release, for people who audit the libraries on their machine, and under which licenses. Generated from the
// lock file, since `npm sbom` omits packages that are also peer dependencies, such as zod.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { listLicenses } from '../checks/licenses.mjs'

/** @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** @param {string | undefined} integrity of the lock file, such as `sha512-…` in base64 */
function hashesOf(integrity) {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

/** @param {string} license an SPDX name or expression */
const licensesOf = (license) => [/ (?:AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }]

/**
 * The same UUID (version 8) for the same text, so that a release is reproducible.
 * @param {string} text
 */
const uuidOf = (text) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/**
 * A CycloneDX 1.5 document in JSON with all packages of the lock file except those for development.
 * @returns {string}
 */
export function softwareBill() {
  const { name, version, license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const purl = purlOf(name, version)
  const components = listLicenses(root).map((found) => {
    const own = purlOf(found.name, found.version)
    return {
      'bom-ref': own,
      type: 'library',
      name: found.name,
      version: found.version,
      scope: found.isOptional ? 'optional' : 'required',
      purl: own,
      hashes: hashesOf(found.integrity),
      licenses: licensesOf(found.license),
    }
  })
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([purl, components]))}`,
    version: 1,
    metadata: {
      component: {
        'bom-ref': purl,
        type: 'application',
        name,
        version,
        description,
        purl,
        licenses: licensesOf(license),
      },
    },
    components,
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** One line per package: name, version and license, separated by tabs. */
export function licenseTable() {
  return listLicenses(root)
    .map(({ name, version, license }) => `${name}\t${version}\t${license}\n`)
    .join('')
}
