import { fold } from './fold.ts'

/** Texts of buttons under posts, without marks. */
const PHRASES = new Set(
  (
    'like|reply|share|comment|comments|follow|following|retweet|repost|quote|send|save|see more|see translation|view replies|write a comment|' +
    'add a comment|most relevant|thich|tra loi|chia se|binh luan|theo doi|dang theo doi|gui|luu|xem them|xem ban dich|viet binh luan|phu hop nhat'
  ).split('|'),
)
/** Phrase lengths in words, longest first. */
const LENGTHS = [3, 2, 1]

/**
 * Returns true if a line consists only of button texts, at least two: `Like Reply Share`. A single one may be the text of a meme.
 * @param words of the line, from left to right
 */
export function isButtons(words: readonly string[]): boolean {
  const folded = words.map((word) => fold(word).replace(/[^\p{L}]+/gu, '')).filter((word) => word !== '')
  let buttons = 0
  for (let at = 0; at < folded.length; ) {
    const length = LENGTHS.find((count) => PHRASES.has(folded.slice(at, at + count).join(' ')))
    if (length === undefined) return false
    buttons += 1
    at += length
  }
  return buttons > 1
}
