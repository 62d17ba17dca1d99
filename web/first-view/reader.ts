import { type Language, toLanguage } from '../lib/language.ts'
import { TOKEN_KEY, USER_KEY } from '../lib/session-keys.ts'
import { readItem } from '../lib/storage.ts'

/** Nobody is signed in here. */
export const isVisitor = (): boolean => readItem(TOKEN_KEY) === null

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
    return JSON.parse(readItem(USER_KEY) ?? 'null')?.preferences?.contentLanguage
  } catch {
    return undefined
  }
}
