import { readItem, writeItem } from './storage.ts'

const PARAMETER = 'lng'
const COOKIE = 'i18next'
const ITEM = 'i18nextLng'

/** What asks for a language, the first before the others: the address, what was chosen before, the browser, the document. */
export function askedLanguages(): readonly (string | null | undefined)[] {
  return [
    new URLSearchParams(location.search).get(PARAMETER),
    readCookie(COOKIE),
    readItem(ITEM),
    ...navigator.languages,
    document.documentElement.lang,
  ]
}

export const keepLanguage = (language: string): void => writeItem(ITEM, language)

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
