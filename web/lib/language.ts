export const LANGUAGES = ['en', 'vi'] as const
export type Language = (typeof LANGUAGES)[number]

/** `vi-VN` is Vietnamese; anything but English and Vietnamese is undefined. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary)
}

/**
 * The Accept-Language header: the member's preferred language plus English at 0.8, else the browser's language where it
 * is English or Vietnamese, else English.
 */
export function acceptLanguage(preferred: Language | undefined, browser: string | undefined): string {
  if (preferred) return preferred === 'en' ? 'en' : `${preferred},en;q=0.8`
  return toLanguage(browser) ?? 'en'
}
