/**
 * A language of screens, emails and pages: a BCP 47 code with a folder of texts in server/locales and web/locales. The folders
 * are the only list of languages; the server reads them when it starts.
 */
export type Language = string

/** Every text exists in this language. It replaces texts that another language lacks. */
export const REFERENCE_LANGUAGE = 'en'

/** The form of a language's code; it is also the name of its folders. */
export const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/

/** Languages that are detected in the words of memes; `memes.language` is null if the words could be in any language. */
export const MEME_LANGUAGES = ['en', 'vi'] as const
export type MemeLanguage = (typeof MEME_LANGUAGES)[number]

/**
 * The offered language that fits a BCP 47 or POSIX tag such as `vi-VN` best: with the same region, else with the same script.
 * Undefined if none is in the tag's language and script.
 */
export function toLanguage(tag: string | null | undefined, offered: readonly Language[]): Language | undefined {
  if (!tag || offered.includes(tag)) return tag || undefined
  const wanted = fullTag(tag)
  if (!wanted) return undefined
  const alike = offered.filter((language) => {
    const full = fullTag(language)
    return full?.language === wanted.language && full.script === wanted.script
  })
  return alike.find((language) => fullTag(language)?.region === wanted.region) ?? alike[0]
}

/** The language tag's region in the form of `og:locale`: `en_US`. */
export function localeOf(language: Language): string {
  const full = fullTag(language)
  return full?.region ? `${full.language}_${full.region}` : language
}

/** A language's name in that language, so that its speakers find it. */
export function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']

/** The value of the `dir` attribute for texts in a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(fullTag(language)?.script ?? '') ? 'rtl' : 'ltr'

/** The tag with its likely script and region; undefined if it is malformed. */
function fullTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replace(/\..*/, '').replaceAll('_', '-')).maximize()
  } catch {
    return undefined
  }
}
