import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import configuration, { domains } from '../../../.dependency-cruiser.mjs'

const SOURCES = ['contract', 'server', 'demo', 'packages', 'web', 'test', 'e2e', 'tools']
const DOMAIN_FOLDERS = ['server/domains', 'web/features']

/**
 * Checks every import below `root` against the rules.
 * @param {string} root absolute
 * @returns {Promise<string[]>} one line per violation
 */
export async function checkBoundaries(root) {
  return [...unmappedFolders(root), ...(await forbiddenImports(root))]
}

/** @param {string} root */
function unmappedFolders(root) {
  return DOMAIN_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !Object.hasOwn(domains, entry.name))
      .map(({ name }) => `domain-map-unknown: ${folder}/${name} is missing from the map in .dependency-cruiser.mjs`),
  )
}

/** @param {string} root */
async function forbiddenImports(root) {
  const { forbidden = [], options } = configuration
  const present = SOURCES.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } })
  if (typeof output === 'string') throw new TypeError('dependency-cruiser returned text')
  return output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to
    const comment = forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
    return `${rule.name}: ${from} → ${path}\n    ${comment}`
  })
}
