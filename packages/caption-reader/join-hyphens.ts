import type { ReadWord } from './merge-readings.ts'

/** A line's words, and whether it ends with a hyphen. */
export interface HyphenatedLine {
  words: ReadWord[]
  endsWithHyphen: boolean
}

/**
 * Joins words that were hyphenated at the end of a line: `under-` and `standing` become one word in the box of its first part.
 * Words are not joined if the next line starts with a capital after a lower-case letter, or in another script.
 */
export function joinHyphens(lines: readonly HyphenatedLine[]): ReadWord[] {
  const joined: ReadWord[] = []
  let isOpen = false
  for (const { words, endsWithHyphen } of lines) {
    const [first, ...rest] = words
    const last = joined.at(-1)
    if (isOpen && first && last && isContinued(last.text, first.text)) {
      const { others: _, ...start } = last
      joined[joined.length - 1] = { ...start, text: last.text + first.text }
      joined.push(...rest)
    } else joined.push(...words)
    isOpen = endsWithHyphen && words.length > 0
  }
  return joined
}

const isContinued = (start: string, end: string) =>
  (/\p{Ll}$/u.test(start) && /^\p{Ll}/u.test(end)) || (/\p{Lu}{2}$/u.test(start) && /^\p{Lu}{2}/u.test(end))
