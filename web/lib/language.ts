import { LANGUAGES, type Language, toLanguage } from '#contract/languages.ts'

/**
 * Returns the Accept-Language header: the member's preferred language plus English at 0.8, else the browser's language if it is
 * English or Vietnamese, else English.
 */
export function acceptLanguage(preferred: Language | undefined, browser: string | undefined): string {
  const [first] = LANGUAGES
  if (preferred) return preferred === first ? first : `${preferred},${first};q=0.8`
  return toLanguage(browser) ?? first
}
