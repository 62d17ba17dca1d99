import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A text by plural form; '' without plural forms. */
export interface Entry {
  file: string
  /** Names of the key, joined by dots, without the plural form. */
  key: string
  forms: Map<string, string>
}

/** The texts of a language by `file:key`. */
export type Catalog = Map<string, Entry>

const PLURAL = /_(zero|one|two|few|many|other)$/
const PLACEHOLDERS = /\{\{.*?\}\}|<\/?\w+\s*\/?>/g

/** Reads the JSON files of a language's folder. Throws one sentence for a file that is not an object of texts. */
export function readCatalog(folder: string): Catalog {
  const catalog: Catalog = new Map()
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.json')) continue
    const content = parse(path.join(folder, name))
    addTexts(catalog, name.slice(0, -'.json'.length), content, '', path.join(folder, name))
  }
  return catalog
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

function addTexts(catalog: Catalog, file: string, value: unknown, key: string, source: string): void {
  if (typeof value === 'string') {
    const stem = key.replace(PLURAL, '')
    const entry = catalog.get(`${file}:${stem}`) ?? { file, key: stem, forms: new Map() }
    entry.forms.set(key.slice(stem.length + 1), value)
    catalog.set(`${file}:${stem}`, entry)
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, child] of Object.entries(value))
      addTexts(catalog, file, child, key ? `${key}.${name}` : name, source)
  } else throw new Error(`${source} has a value that is not a text: ${key || 'the whole file'}`)
}

/** Returns the texts that a language lacks, one line each; empty if the language is complete. */
export function gapsOf(catalog: Catalog, language: string, reference: Catalog): string[] {
  return [...reference].flatMap(([name, wanted]) => {
    const gap = gapOf(catalog.get(name), wanted, language)
    return gap ? [`${name} ${gap}`] : []
  })
}

/** Returns the reason why a text cannot be used instead of the reference language's; undefined if it can. */
export function gapOf(entry: Entry | undefined, wanted: Entry, language: string): string | undefined {
  if (!entry) return 'is missing'
  const texts = [...entry.forms.values()]
  if (texts.some((text) => text.trim() === '')) return 'is empty'
  const missing = entry.forms.has('') ? [] : pluralForms(language).filter((form) => !entry.forms.has(form))
  if (missing.length > 0) return `lacks its plural form _${missing.join(', _')}`
  const known = placeholdersOf(textOf(wanted))
  const isKnown = texts.every((text) => placeholdersOf(text).every((placeholder) => known.includes(placeholder)))
  const isSame = placeholdersOf(textOf(entry)).length === known.length
  return isKnown && isSame ? undefined : 'has other placeholders than English'
}

/** The plural forms that a language distinguishes. */
export const pluralForms = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

const textOf = ({ forms }: Entry) => forms.get('') ?? forms.get('other') ?? ''
const placeholdersOf = (text: string): string[] => text.match(PLACEHOLDERS) ?? []
