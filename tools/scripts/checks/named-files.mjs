import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Documents with claims about security. */
const DOCUMENTS = ['docs/asvs.md', 'docs/security.md']
const FOLDERS = ['contract', 'server', 'web', 'packages/caption-reader', 'tools', 'test', 'e2e']
const FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g
const REQUIREMENT = /^\| ([\d.]+).*\| holds \| (.*) \|$/

/**
 * Checks that the files that the documents cite as evidence exist, and that each fulfilled requirement cites a file or a
 * document.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkNamedFiles(root) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `/${folder}/${name}`.replaceAll('\\', '/')),
  )
  return DOCUMENTS.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = [...text.matchAll(FILE)].map(([, name = '']) => name)
    const missing = [...new Set(named)].filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
    const unproven = text.split('\n').flatMap((line) => {
      const [, requirement, proof = ''] = REQUIREMENT.exec(line) ?? []
      return requirement && !proof.match(FILE) && !proof.includes('](') ? requirement : []
    })
    return [
      ...missing.map((name) => `${document}: there is no ${name}`),
      ...unproven.map((requirement) => `${document}: ${requirement} cites no evidence`),
    ]
  })
}
