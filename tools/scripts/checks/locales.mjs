import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FIRST = 'en'
const SOURCES = ['web', 'contract']
const PLURAL = /_(zero|one|two|few|many|other)$/
/** In a source file: `i18n-keys: feed.reason.*` declares that keys of this pattern are built at run time. */
const DYNAMIC = /i18n-keys:\s*([\w.*:-]+)/g
const LITERAL = /(['"`])([\w.:-]+)\1/g
const TRANSLATED = /(?:\bt\(\s*|\bi18nKey=\{?)(['"`])([\w.:-]+)\1/g

/**
 * Compares the catalogs web/locales/LANGUAGE/*.json with each other and with the sources. Keys may be used as `path`,
 * `file.path` or `file:path`; plural forms are used by their common stem.
 * @param {string} root absolute
 * @returns {string[]} one line per problem
 */
export function checkLocales(root) {
  const folder = join(root, 'web', 'locales')
  const languages = readdirSync(folder).toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))
  const catalogues = languages.map((language) => readCatalogue(join(folder, language), language))
  const [first = new Map(), ...others] = catalogues
  const sources = SOURCES.flatMap((folder) => readSources(join(root, folder)))
  return [
    ...catalogues.flatMap((catalogue, index) => emptyTexts(catalogue, languages[index] ?? '')),
    ...catalogues.flatMap((catalogue, index) => pluralGaps(catalogue, languages[index] ?? '')),
    ...others.flatMap((other, index) => differences(first, other, languages[index + 1] ?? '')),
    ...unused(first, sources),
    ...missing(first, sources),
  ]
}

/**
 * @typedef {{ file: string, path: string, texts: Map<string, string> }} Entry `texts` by plural form, '' without
 * @typedef {Map<string, Entry>} Catalogue by `file:path`
 */

/**
 * @param {string} folder
 * @param {string} language
 * @returns {Catalogue}
 */
function readCatalogue(folder, language) {
  /** @type {Catalogue} */
  const catalogue = new Map()
  if (!existsSync(folder)) throw new Error(`no catalogue for ${language}: ${folder} is missing`)
  /** @type {(file: string, value: unknown, path: string[]) => void} */
  const walk = (file, value, path) => {
    if (typeof value === 'string') {
      const key = path.join('.')
      const stem = key.replace(PLURAL, '')
      const entry = catalogue.get(`${file}:${stem}`) ?? { file, path: stem, texts: new Map() }
      entry.texts.set(key === stem ? '' : key.slice(stem.length + 1), value)
      catalogue.set(`${file}:${stem}`, entry)
    } else for (const [name, child] of Object.entries(value ?? {})) walk(file, child, [...path, name])
  }
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    walk(name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8')), [])
  }
  return catalogue
}

/**
 * @param {string} folder
 * @returns {string[]} the text of every source file that ships
 */
function readSources(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

/**
 * @param {Catalogue} catalogue
 * @param {string} language
 */
function emptyTexts(catalogue, language) {
  return [...catalogue]
    .filter(([, { texts }]) => [...texts.values()].some((text) => text.trim() === ''))
    .map(([key]) => `${language}: ${key} is empty`)
}

/**
 * @param {Catalogue} catalogue
 * @param {string} language
 */
function pluralGaps(catalogue, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [...catalogue]
    .filter(([, { texts }]) => !texts.has(''))
    .flatMap(([key, { texts }]) =>
      forms.filter((form) => !texts.has(form)).map((form) => `${language}: ${key} lacks its plural form _${form}`),
    )
}

/**
 * @param {Catalogue} first
 * @param {Catalogue} other
 * @param {string} language
 */
function differences(first, other, language) {
  const lacking = [...first.keys()].filter((key) => !other.has(key)).map((key) => `${language}: ${key} is missing`)
  const extra = [...other.keys()].filter((key) => !first.has(key)).map((key) => `${FIRST}: ${key} is missing`)
  const unequal = [...first]
    .filter(([key, entry]) => other.has(key) && placeholders(entry) !== placeholders(other.get(key)))
    .map(([key]) => `${language}: ${key} has other placeholders than ${FIRST}`)
  return [...lacking, ...extra, ...unequal]
}

/** @param {Entry | undefined} entry */
function placeholders(entry) {
  const text = entry?.texts.get('') ?? entry?.texts.get('other') ?? ''
  return (text.match(/\{\{.*?\}\}|<\/?\w+\s*\/?>/g) ?? []).toSorted().join(' ')
}

/** @param {Entry} entry */
function names({ file, path }) {
  return [path, `${file}.${path}`, `${file}:${path}`]
}

/**
 * @param {Catalogue} catalogue
 * @param {string[]} sources
 */
function unused(catalogue, sources) {
  const literals = new Set(sources.flatMap((text) => [...text.matchAll(LITERAL)].map((match) => match[2])))
  const patterns = sources
    .flatMap((text) => [...text.matchAll(DYNAMIC)].map((match) => match[1] ?? ''))
    .map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  return [...catalogue]
    .filter(([, entry]) => !names(entry).some((name) => literals.has(name) || patterns.some((it) => it.test(name))))
    .map(([key]) => `${key} is used nowhere`)
}

/**
 * @param {Catalogue} catalogue
 * @param {string[]} sources
 */
function missing(catalogue, sources) {
  const known = new Set([...catalogue.values()].flatMap(names))
  const wanted = new Set(sources.flatMap((text) => [...text.matchAll(TRANSLATED)].map((match) => match[2] ?? '')))
  return [...wanted].filter((key) => !known.has(key)).map((key) => `${key} is used but stands in no catalogue`)
}
