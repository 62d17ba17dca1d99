/** Languages of screens, emails and pages; the first is the default. */
export const LANGUAGES = ['en', 'vi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Every text exists in this language. It replaces texts that another language lacks. */
export const REFERENCE_LANGUAGE = 'en'

/** Languages that are detected in the words of memes; `memes.language` is null if the words could be in any language. */
export const MEME_LANGUAGES = ['en', 'vi'] as const
export type MemeLanguage = (typeof MEME_LANGUAGES)[number]

/** The language of a BCP 47 or POSIX tag such as `vi-VN`; undefined if it is not in `offered`. */
export function toLanguage(
  tag: string | null | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  return offered.find((language) => language === primary)
}
