import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { nameOfLanguage } from '../../contract/languages.ts'
import type { BuiltLanguage } from '../../server/platform/texts/built-languages.ts'
import {
  type Catalog,
  type Entry,
  gapOf,
  gapsOf,
  pluralForms,
  readCatalog,
} from '../../server/platform/texts/catalog.ts'
import { FIRST_TEXTS } from '../../web/first-view/first-texts.ts'

const FOLDER = path.join(import.meta.dirname, '../../web/locales')
const REFERENCE = 'en'
/** Files with texts that every screen needs; the keys in fields.json have no prefix. */
const CORE = ['common', 'auth', 'toast', 'errorScreens', 'feed', 'memes', 'search']
const FIELDS = 'fields'
const MODULE = 'virtual:texts'
const PREFIX = '\0virtual:texts'

/**
 * Provides `virtual:texts`, which loads each language of web/locales by its code. A language's module has the texts that every
 * screen needs and loads the others, so that the scripts of a page do not grow with the number of languages. Texts that a
 * language lacks are in English. Writes the languages to .vite/languages.json for the server.
 */
export function languages(folder: string = FOLDER): Plugin {
  const all = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'common.json')))
  const catalogs = new Map(all.map((language) => [language, readCatalog(path.join(folder, language))]))
  const reference = catalogs.get(REFERENCE) ?? new Map()
  return {
    name: 'languages',
    resolveId(id) {
      return id.startsWith(MODULE) ? `\0${id}` : null
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const [, language, file] = id.split('/')
      if (!language || !file) return languageList(all)
      if (file === mainFile(language)) return languageModule(language, filesOf(reference))
      this.addWatchFile(path.join(folder, language, `${file}.json`))
      return `export default ${JSON.stringify(merged(folder, language, file, reference))}`
    },
    generateBundle(_options, bundle) {
      const found: Record<string, BuiltLanguage> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const [, language, file] = chunk.facadeModuleId?.startsWith(PREFIX) ? chunk.facadeModuleId.split('/') : []
        if (!language || file !== mainFile(language)) continue
        const gaps = gapsOf(catalogs.get(language) ?? new Map(), language, reference).length
        found[language] = { file: chunk.fileName, gaps, firstTexts: firstTextsIn(folder, language, reference) }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/languages.json', source: JSON.stringify(found) })
    },
  }
}

/** Also the name of the built file. */
const mainFile = (language: string) => `texts-${language}`

const filesOf = (catalog: Catalog) => [...new Set([...catalog.values()].map(({ file }) => file))]

const languageList = (all: string[]) =>
  `export const languages = {${all.map((one) => `${JSON.stringify(one)}: () => import('${MODULE}/${one}/${mainFile(one)}')`).join(',')}}
export const languageNames = ${JSON.stringify(Object.fromEntries(all.map((one) => [one, nameOfLanguage(one)])))}`

function languageModule(language: string, files: string[]): string {
  const core = [...CORE, FIELDS].map((file) => `import ${file} from '${MODULE}/${language}/${file}'`)
  const others = files.filter((file) => !CORE.includes(file) && file !== FIELDS)
  return `${core.join('\n')}
export const core = { ...${FIELDS}, ${CORE.join(', ')} }
export const files = {${others.map((file) => `${file}: () => import('${MODULE}/${language}/${file}')`).join(',')}}`
}

interface Texts {
  [name: string]: string | Texts
}

/** The texts of a file, with English ones for those that the language lacks. */
function merged(folder: string, language: string, file: string, reference: Catalog): Texts {
  const catalog = readCatalog(path.join(folder, language))
  const texts: Texts = {}
  for (const [name, english] of reference) {
    if (english.file !== file) continue
    const entry = catalog.get(name)
    const isUsable = entry && !gapOf(entry, english, language)
    for (const [form, text] of isUsable ? entry.forms : formsFor(language, english))
      put(texts, (form ? `${english.key}_${form}` : english.key).split('.'), text)
  }
  return texts
}

/** The forms of an English text for the plural rules of another language. */
const formsFor = (language: string, { forms }: Entry): Map<string, string> =>
  forms.has('')
    ? forms
    : new Map(pluralForms(language).map((form) => [form, forms.get(form) ?? forms.get('other') ?? '']))

function put(texts: Texts, [name = '', ...others]: string[], text: string): void {
  const child = texts[name] ?? {}
  if (others.length > 0 && typeof child === 'object') put(child, others, text)
  texts[name] = others.length > 0 ? child : text
}

/** The texts that the server puts into pages for their first view, by page and key. */
function firstTextsIn(folder: string, language: string, reference: Catalog): BuiltLanguage['firstTexts'] {
  const catalog = readCatalog(path.join(folder, language))
  const textOf = (name: string): [string, string][] => {
    const [file = '', ...key] = name.split('.')
    const english = reference.get(`${file}:${key.join('.')}`)
    if (!english) throw new Error(`the first view paints ${name}, which is in no file`)
    const entry = catalog.get(`${file}:${key.join('.')}`)
    const forms = entry && !gapOf(entry, english, language) ? entry.forms : formsFor(language, english)
    return [...forms].map(([form, text]) => [form ? `${name}_${form}` : name, text])
  }
  return Object.fromEntries(
    Object.entries(FIRST_TEXTS).map(([page, keys]) => [page, Object.fromEntries(keys.flatMap(textOf))]),
  )
}
