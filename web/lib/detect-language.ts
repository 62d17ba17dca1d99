import { type Language, toLanguage } from '#contract/languages.ts'
import { readItem, writeItem } from './storage.ts'

const PARAMETER = 'lng'
const COOKIE = 'i18next'
const ITEM = 'i18nextLng'

/**
 * The language to show, of those that the site is offered in: a member's own, else the first that is asked for by the address, the
 * cookie, what was chosen before, the browser, the document; else the first of the site.
 */
export function detectLanguage(offered: readonly Language[], preferred?: Language): Language {
  for (const tag of [preferred, ...askedLanguages()]) {
    const language = toLanguage(tag, offered)
    if (language) return language
  }
  return offered[0] ?? 'en'
}

export const keepLanguage = (language: Language): void => void writeItem(ITEM, language)

/** Whether the address asks for a language. */
export const asksForLanguage = (): boolean => new URLSearchParams(location.search).has(PARAMETER)

/** The path of this page as it would be without asking for a language; null where it asks for none. */
export function pathWithoutLanguage(): string | null {
  const url = new URL(location.href)
  if (!url.searchParams.has(PARAMETER)) return null
  url.searchParams.delete(PARAMETER)
  return url.pathname + url.search + url.hash
}

const askedLanguages = (): readonly (string | null | undefined)[] => [
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
