/** The languages of screens, mails and pages; the first is the one that everybody gets who asks for no other. */
export const LANGUAGES = ['en', 'vi'] as const
export type Language = (typeof LANGUAGES)[number]

/** The languages that the words of memes are told apart in; `memes.language` is null for words that could be any. */
export const MEME_LANGUAGES = ['en', 'vi'] as const
export type MemeLanguage = (typeof MEME_LANGUAGES)[number]

/** The language of a tag as of BCP 47 or POSIX, such as `vi-VN`; undefined where it is none of `offered`. */
export function toLanguage(
  tag: string | null | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  return offered.find((language) => language === primary)
}
