import { type Language, toLanguage } from '#contract/languages.ts'
import { askedLanguages } from '../lib/asked-languages.ts'
import { readStored, type Session } from '../lib/stored-session.ts'

/** Who reads, as the application will find it. */
export const reader: Session = readStored()

/** The language that the application will choose, as web/lib/i18n.ts does. */
export function readerLanguage(): Language {
  for (const tag of [reader.user?.preferences.contentLanguage, ...askedLanguages()]) {
    const language = toLanguage(tag)
    if (language) return language
  }
  return 'en'
}
