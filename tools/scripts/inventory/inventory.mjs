// The contents of a release, for people who audit the libraries on their machine, and under which licenses. Generated from the
// lock file, since `npm sbom` omits packages that are also peer dependencies, such as zod.
import { randomUUID } from 'node:crypto'
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
 * A CycloneDX 1.5 document in JSON with all packages of the lock file except those for development.
 * @returns {string}
 */
export function softwareBill() {
  const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const purl = purlOf(name, version)
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { 'bom-ref': purl, type: 'application', name, version, description, purl },
    },
    components: listLicenses(root).map((found) => {
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
    }),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** One line per package: name, version and license, separated by tabs. */
export function licenseTable() {
  return listLicenses(root)
    .map(({ name, version, license }) => `${name}\t${version}\t${license}\n`)
    .join('')
}
