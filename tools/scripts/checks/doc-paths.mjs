import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md']
const PATH = /^(?:server|web|contract|packages|tools|test|e2e|docs|demo|deploy)\/[\w./@-]*$/
/** A segment in capitals stands for any name, such as `web/locales/LANGUAGE/` or `contract/NAME.ts`. */
const PLACEHOLDER = /(?:^|\/)[A-Z_]{2,}(?:\/|$|\.(?!md))/
/** Files that the operator creates. */
const OPERATORS = /node_modules|\/\.env$/
const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g
const SCHEME = /^[a-z]+:|^\//i

/**
 * Reports paths in backquotes and relative links of the documents that do not exist. Skips globs, braces and placeholders.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkDocPaths(root) {
  const pages = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
  return [...DOCUMENTS, ...pages].flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const missing = [...namedPaths(text), ...linkedPaths(text, dirname(document))].filter(
      (path) => !existsSync(join(root, path)),
    )
    return [...new Set(missing)].map((path) => `${document}: there is no ${path}`)
  })
}

/**
 * @param {string} text
 * @returns {string[]} relative to the root; a command in backquotes may name several
 */
function namedPaths(text) {
  return [...text.matchAll(CODE)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => PATH.test(word) && !PLACEHOLDER.test(word) && !OPERATORS.test(word))
}

/**
 * @param {string} text
 * @param {string} folder of the document
 * @returns {string[]} relative to the root
 */
function linkedPaths(text, folder) {
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !SCHEME.test(target))
    .map((target) => join(folder, target).replaceAll('\\', '/'))
}
