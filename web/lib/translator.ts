import type { Language } from '#contract/languages.ts'

/** Texts by name; a text with plural forms has one name per form, such as `more_one` and `more_other`. */
export interface Texts {
  [name: string]: string | Texts
}

export type TextValues = Readonly<Record<string, unknown>>

/** Returns the text of a key such as `feed.title`, or the key if there is none. A number as `count` selects the plural form. */
export type Translate = (key: string, values?: TextValues) => string

export interface Translator {
  language: Language
  translate: Translate
  has: (key: string) => boolean
  /** Returns the names directly below a key, such as those of the paragraphs of a section. */
  namesIn: (key: string) => string[]
}

/** @param shared values that every text can use */
export function createTranslator(language: Language, texts: Texts, shared: TextValues): Translator {
  const plural = new Intl.PluralRules(language)
  const textAt = (key: string) => {
    const found = entryAt(texts, key)
    return typeof found === 'string' ? found : undefined
  }
  const translate: Translate = (key, values = {}) => {
    const form = typeof values.count === 'number' ? textAt(`${key}_${plural.select(values.count)}`) : undefined
    return fillText(form ?? textAt(key) ?? key, values, shared)
  }
  return {
    language,
    translate,
    has: (key) => textAt(key) !== undefined,
    namesIn: (key) => {
      const found = entryAt(texts, key)
      return typeof found === 'object' ? Object.keys(found) : []
    },
  }
}

/** Fills placeholders such as `{{name}}`, each once. */
export const fillText = (text: string, values: TextValues, others: TextValues = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? others[name] ?? ''))

function entryAt(texts: Texts, key: string): string | Texts | undefined {
  let found: string | Texts | undefined = texts
  for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined
  return found
}
