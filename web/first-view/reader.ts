import { type Language, toLanguage } from '#contract/languages.ts'
import { readItem } from '../lib/storage.ts'
import { readStored, type Session } from '../lib/stored-session.ts'

/** Who reads, as the application will find it. */
export const reader: Session = readStored()

/** The language that the application will choose, as web/lib/i18n.ts does; cheaper, and wrong for none but old cookies. */
export function readerLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lng')
  for (const tag of [reader.user?.preferences.contentLanguage, asked, readItem('i18nextLng'), ...navigator.languages]) {
    const language = toLanguage(tag)
    if (language) return language
  }
  return 'en'
}
