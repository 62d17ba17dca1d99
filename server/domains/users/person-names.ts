import { lengthOf } from '#contract/bounded.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { deletionsOf } from '#server/platform/one-letter-off.ts'

export interface PersonName {
  name: string
  /** True if this is the whole username or display name, not a single word of it. */
  isWhole: boolean
  deletes: string[]
}

/** Longer names match only by their beginning. */
export const MISSPELLED_MAX_CHARS = 24
const WORDS_MAX = 8

/** Normalizes a name for comparison: folded, without spaces and punctuation. */
export const normalizeName = (text: string): string => wordsOf(text).map(fold).join('')

/** Returns a user's search names: both names as one word each, and the words of both. */
export function namesOf(person: { username: string; displayName: string }): PersonName[] {
  const both = [person.username, person.displayName]
  const whole = new Set(both.map(normalizeName))
  const words = both.flatMap((text) => wordsOf(text).slice(0, WORDS_MAX).map(fold))
  return [...new Set([...whole, ...words])]
    .filter((name) => name !== '')
    .map((name) => ({
      name,
      isWhole: whole.has(name),
      deletes: lengthOf(name) <= MISSPELLED_MAX_CHARS ? deletionsOf(name) : [],
    }))
}
