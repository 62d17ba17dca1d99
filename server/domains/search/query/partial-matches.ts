import { isBareSyllable } from '#reader/syllables.ts'
import type { Scored } from '../rules.ts'
import type { SearchQuery } from './query.ts'

/**
 * A word is rare if at most this many candidates contain it. The queries fetch one candidate more per word, to detect common
 * words.
 */
export const RARE_MAX = 8
const SYLLABLES_MIN = 2
/** Minimum words of a query without marks to take it for Vietnamese; all of them must be possible syllables. */
const SYLLABLES_FROM = 3

/**
 * Filters memes that match only some words of a query: retains those with most of the words, or with a word that is rare in the
 * library. A single Vietnamese syllable is too ambiguous, so two must match.
 * @param rareMax maximum number of `scored` that contain a rare word
 */
export function keepSignificant<T extends Pick<Scored, 'occurring' | 'isWhole'>>(
  query: SearchQuery,
  scored: readonly T[],
  rareMax = RARE_MAX,
): T[] {
  const required = query.words.filter((word) => !word.isOptional)
  const counts = new Map<string, number>()
  for (const { occurring } of scored) for (const word of occurring) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isVietnamese = mayBeVietnamese(query)
  return scored.filter(({ occurring, isWhole }) => {
    if (isWhole || occurring.length * 2 > required.length) return true
    const rare = occurring.filter((word) => (counts.get(word) ?? 0) <= rareMax)
    if (!isVietnamese || occurring.length >= SYLLABLES_MIN) return rare.length > 0
    return rare.some((word) => !isBareSyllable(word))
  })
}

function mayBeVietnamese({ words }: SearchQuery): boolean {
  if (words.some(({ isMarked }) => isMarked)) return true
  return words.length >= SYLLABLES_FROM && words.every(({ folded }) => isBareSyllable(folded))
}
