import { type Language, toLanguage } from '../lib/language.ts'
import { readItem } from '../lib/storage.ts'

/** Nobody is signed in here. */
export const isVisitor = (): boolean => readItem('token') === null

/** The language that the application will choose, as web/lib/i18n.ts does; cheaper, and wrong for none but old cookies. */
export function storedLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lng')
  for (const tag of [ofMember(), asked, readItem('i18nextLng'), ...navigator.languages]) {
    const language = toLanguage(tag)
    if (language) return language
  }
  return 'en'
}

function ofMember(): string | undefined {
  try {
    return JSON.parse(readItem('authen') ?? 'null')?.preferences?.contentLanguage
  } catch {
    return undefined
  }
}
