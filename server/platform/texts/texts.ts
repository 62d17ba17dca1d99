import { readdirSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODE, type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { readBuiltLanguages } from './built-languages.ts'
import { type Catalog, gapOf, gapsOf, readCatalog } from './catalog.ts'
import { SITE_CONTACT, SITE_NAME } from './site-marks.ts'

/** The files of server/locales/en, for the compiler. */
interface Files {
  bots: typeof import('../../locales/en/bots.json')
  codeMails: typeof import('../../locales/en/codeMails.json')
  dataExport: typeof import('../../locales/en/dataExport.json')
  devices: typeof import('../../locales/en/devices.json')
  digest: typeof import('../../locales/en/digest.json')
  errors: typeof import('../../locales/en/errors.json')
  fields: typeof import('../../locales/en/fields.json')
  follows: typeof import('../../locales/en/follows.json')
  knownTemplates: typeof import('../../locales/en/knownTemplates.json')
  manifest: typeof import('../../locales/en/manifest.json')
  messages: typeof import('../../locales/en/messages.json')
  moderationMails: typeof import('../../locales/en/moderationMails.json')
  notifications: typeof import('../../locales/en/notifications.json')
  privacyMails: typeof import('../../locales/en/privacyMails.json')
  securityMails: typeof import('../../locales/en/securityMails.json')
  sharing: typeof import('../../locales/en/sharing.json')
  webhooks: typeof import('../../locales/en/webhooks.json')
}
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other'}` ? S : K
type KeysOf<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? Stem<`${P}${K}`> : KeysOf<T[K], `${P}${K}.`>
}[keyof T & string]

/** The keys of a file, without plural forms. */
export type TextKey<F extends keyof Files> = KeysOf<Files[F]>
/** Values of placeholders. Numbers are formatted in the language, and `count` selects the plural form. */
export type TextValues = Readonly<Record<string, string | number>>
export type Texts<F extends keyof Files> = (key: TextKey<F>, values?: TextValues) => string

/** A language's usable texts with its formats, which are created when needed. */
interface LanguageTexts {
  catalog: Catalog
  plural: Intl.PluralRules
  number: Intl.NumberFormat
}

export interface AllTexts {
  /** All languages with a folder that can be read; the reference language is first. */
  languages: readonly Language[]
  /** The gaps of each folder that is incomplete or cannot be read. */
  gaps: ReadonlyMap<string, readonly string[]>
  /** Returns a function for the texts of one file. Texts that the language lacks are in the reference language. */
  textsOf: <F extends keyof Files>(file: F, language: Language) => Texts<F>
}

/** Reads all languages from a folder with one folder per language. Throws if the reference language cannot be read. */
export function readTexts(folder: string): AllTexts {
  const reference = withFormats(REFERENCE_LANGUAGE, readCatalog(path.join(folder, REFERENCE_LANGUAGE)))
  const all = new Map([[REFERENCE_LANGUAGE, reference]])
  const gaps = new Map<string, readonly string[]>()
  for (const name of foldersIn(folder)) {
    if (name === REFERENCE_LANGUAGE) continue
    try {
      if (!LANGUAGE_CODE.test(name))
        throw new Error(`${path.join(folder, name)} is not named after a language, such as pt-BR`)
      const catalog = readCatalog(path.join(folder, name))
      const found = gapsOf(catalog, name, reference.catalog)
      if (found.length > 0) gaps.set(name, found)
      all.set(name, withFormats(name, usableTexts(catalog, name, reference.catalog)))
    } catch (error) {
      gaps.set(name, [(error as Error).message])
    }
  }
  return {
    languages: [...all.keys()],
    gaps,
    textsOf: (file, language) => (key, values) => textIn([all.get(language), reference], `${file}:${key}`, values),
  }
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

const usableTexts = (catalog: Catalog, language: Language, reference: Catalog): Catalog =>
  new Map(
    [...catalog].filter(([name, entry]) => {
      const wanted = reference.get(name)
      return wanted && !gapOf(entry, wanted, language)
    }),
  )

function withFormats(language: Language, catalog: Catalog): LanguageTexts {
  let plural: Intl.PluralRules | undefined
  let number: Intl.NumberFormat | undefined
  return {
    catalog,
    get plural() {
      plural ??= new Intl.PluralRules(language)
      return plural
    },
    get number() {
      number ??= new Intl.NumberFormat(language)
      return number
    },
  }
}

function textIn(candidates: readonly (LanguageTexts | undefined)[], name: string, values: TextValues = {}): string {
  const texts = candidates.find((one) => one?.catalog.has(name))
  const forms = texts?.catalog.get(name)?.forms
  if (!texts || !forms) throw new Error(`there is no text ${name}`)
  const form = typeof values.count === 'number' && !forms.has('') ? texts.plural.select(values.count) : ''
  const text = forms.get(form) ?? forms.get('other') ?? ''
  const all: TextValues = { site: SITE_NAME, contact: SITE_CONTACT, ...values }
  return text.replace(/\{\{(\w+)\}\}/g, (whole, placeholder: string) => {
    const value = all[placeholder]
    return typeof value === 'number' ? texts.number.format(value) : (value ?? whole)
  })
}

const ROOT = path.join(import.meta.dirname, '../../..')
const server = readTexts(path.join(ROOT, 'server/locales'))
const client = readBuiltLanguages(path.join(ROOT, 'dist/web'))

export const { textsOf } = server
/** All languages of the server that the web client has too. */
export const LANGUAGES = server.languages.filter((language) => client === null || language in client)
/** Those without missing texts, which sites offer unless their admins choose others. */
export const COMPLETE_LANGUAGES = LANGUAGES.filter(
  (language) => !server.gaps.has(language) && (client?.[language]?.gaps ?? 0) === 0,
)
