import { type Language, REFERENCE_LANGUAGE, toLanguage } from '#contract/languages.ts'
import { readItem, writeItem } from './storage.ts'

const PARAMETER = 'lng'
const COOKIE = 'i18next'
const ITEM = 'i18nextLng'

/**
 * Detects the display language among the site's languages: the member's preference, else the first one requested by the URL, the
 * cookie, the earlier choice, the browser or the document; else the site's first language.
 */
export function detectLanguage(offered: readonly Language[], preferred?: Language): Language {
  for (const tag of [preferred, ...preferredLanguages()]) {
    const language = toLanguage(tag, offered)
    if (language) return language
  }
  return offered[0] ?? REFERENCE_LANGUAGE
}

export const storeLanguage = (language: Language): void => void writeItem(ITEM, language)

/** Returns true if the URL requests a language. */
export const hasLanguageParameter = (): boolean => new URLSearchParams(location.search).has(PARAMETER)

/** Returns path, query and hash of this page without the language parameter; null if it has none. */
export function pathWithoutLanguage(): string | null {
  const url = new URL(location.href)
  if (!url.searchParams.has(PARAMETER)) return null
  url.searchParams.delete(PARAMETER)
  return url.pathname + url.search + url.hash
}

const preferredLanguages = (): readonly (string | null | undefined)[] => [
  new URLSearchParams(location.search).get(PARAMETER),
  readCookie(COOKIE),
  readItem(ITEM),
  ...navigator.languages,
  document.documentElement.lang,
]

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
