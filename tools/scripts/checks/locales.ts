import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalog, type Entry, gapsOf, readCatalog } from '../../../server/platform/texts/catalog.ts'

const REFERENCE = 'en'
/** Languages that must be complete. Others may lack texts, which are in English until then. */
const REQUIRED = [REFERENCE, 'vi']
/** Folders of texts, with the folders of the sources that use them. */
const AREAS = [
  { locales: 'web/locales', sources: ['web', 'contract'] },
  { locales: 'server/locales', sources: ['server', 'contract'] },
]
/** In a source file: `i18n-keys: feed.reason.*` declares that keys of this pattern are built at run time. */
const DYNAMIC = /i18n-keys:\s*([\w.*:-]+)/g
const LITERAL = /(['"`])([\w.:-]+)\1/g
const TRANSLATED = /(?:\bt\(\s*|\btextKey=\{?)(['"`])([\w.:-]+)\1/g

export interface LocaleReport {
  /** One line per problem. */
  problems: string[]
  /** One line per language that is not complete. */
  notes: string[]
}

/**
 * Compares the texts of all languages with English, and English with the sources. Keys may be used as `path`, `file.path` or
 * `file:path`; plural forms are used by their common stem.
 * @param root absolute
 */
export function checkLocales(root: string): LocaleReport {
  const report: LocaleReport = { problems: [], notes: [] }
  for (const { locales, sources } of AREAS) {
    const folder = path.join(root, locales)
    const reference = readCatalog(path.join(folder, REFERENCE))
    const texts = sources.flatMap((source) => readSources(path.join(root, source)))
    report.problems.push(...unused(reference, texts), ...(locales === 'web/locales' ? missing(reference, texts) : []))
    for (const language of readdirSync(folder)) {
      const catalog = readCatalog(path.join(folder, language))
      const gaps = gapsOf(catalog, language, reference)
      const isRequired = REQUIRED.includes(language)
      if (isRequired) report.problems.push(...gaps.map((gap) => `${locales}/${language}: ${gap}`))
      else if (gaps.length > 0) report.notes.push(`${locales}/${language} lacks ${gaps.length} texts`)
      const extra = [...catalog.keys()].filter((key) => !reference.has(key))
      report.problems.push(...extra.map((key) => `${locales}/${language}: ${key} does not exist in English`))
    }
  }
  return report
}

/** The content of every source file that ships. */
function readSources(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
}

const names = ({ file, key }: Entry) => [key, `${file}.${key}`, `${file}:${key}`]

function unused(catalog: Catalog, sources: string[]): string[] {
  const literals = new Set(sources.flatMap((text) => [...text.matchAll(LITERAL)].map((match) => match[2])))
  const patterns = sources
    .flatMap((text) => [...text.matchAll(DYNAMIC)].map((match) => match[1] ?? ''))
    .map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  return [...catalog]
    .filter(([, entry]) => !names(entry).some((name) => literals.has(name) || patterns.some((it) => it.test(name))))
    .map(([key]) => `${key} is not used`)
}

function missing(catalog: Catalog, sources: string[]): string[] {
  const known = new Set([...catalog.values()].flatMap(names))
  const wanted = new Set(sources.flatMap((text) => [...text.matchAll(TRANSLATED)].map((match) => match[2] ?? '')))
  return [...wanted].filter((key) => !known.has(key)).map((key) => `${key} is used but in no file`)
}
