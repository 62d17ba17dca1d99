import { HASHTAG } from '#contract/memes/hashtags.ts'

const TYPED = /(^|[^\p{L}\p{M}\p{N}_/&#])#([\p{L}\p{M}\p{N}_]+)$/u

/** Returns the hashtag being typed at the end of a text, without #; null if there is none. */
export function typedTag(text: string): string | null {
  return TYPED.exec(text.normalize('NFC'))?.[2] ?? null
}

/** Completes the hashtag at the end of the text and adds a space for the next word. */
export function completeTag(text: string, tag: string): string {
  return text.normalize('NFC').replace(TYPED, (_, before: string) => `${before}#${tag} `)
}

/** The hashtags of a text, in lower case. */
export const hashtagsIn = (text: string): ReadonlySet<string> =>
  new Set(text.normalize('NFC').toLowerCase().match(HASHTAG))

export const withoutHashtags = (text: string): string => text.replace(HASHTAG, ' ')

/** Appends a hashtag to a text, ready for the next word. */
export const withTag = (text: string, tag: string): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : ' '}#${tag} `
