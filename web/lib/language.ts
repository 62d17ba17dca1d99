import { type Language, REFERENCE_LANGUAGE, toLanguage } from '#contract/languages.ts'

/**
 * Returns the Accept-Language header: the member's preferred language plus English at 0.8, else the browser's language if the
 * site offers it, else English.
 */
export function acceptLanguage(
  preferred: Language | undefined,
  browser: string | undefined,
  offered: readonly Language[] = [],
): string {
  if (preferred) return preferred === REFERENCE_LANGUAGE ? preferred : `${preferred},${REFERENCE_LANGUAGE};q=0.8`
  return toLanguage(browser, offered) ?? REFERENCE_LANGUAGE
}
