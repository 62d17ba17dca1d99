import { createBoundedMemory } from '#server/platform/cache/bounded-memory.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findByTrigrams, findVariants, type Likeness } from './variant-queries.ts'

/** A new word is found as it was typed at once, and by other spellings so much later at most. */
const FRESH_MS = 5000
/** Words of answers: some 100 bytes each. */
const KEPT_MAX = 40_000

export type Vocabulary = ReturnType<typeof createVocabulary>

/**
 * The words that occur in memes, as searches ask for them; what was asked is kept for a moment.
 * @param freshMs 0: nothing is kept
 */
export function createVocabulary(freshMs = FRESH_MS) {
  const kept = createBoundedMemory<readonly string[]>({
    max: KEPT_MAX,
    keptMs: freshMs,
    sizeOf: (words) => words.length + 1,
  })
  const keyOf = (kind: Likeness | 'trigrams', word: string) => `${kind} ${word}`

  return {
    /**
     * Variants of folded words, by kind and word, in no particular order but beginnings.
     * @param asked words by what is wanted of them; at most one beginning
     */
    async lookUp(
      db: Db,
      asked: Record<Likeness, readonly string[]>,
    ): Promise<(kind: Likeness, word: string) => readonly string[]> {
      const found = new Map<string, readonly string[]>()
      const missing: Record<Likeness, string[]> = { stem: [], near: [], beginning: [] }
      for (const kind of ['stem', 'near', 'beginning'] as const)
        for (const word of asked[kind]) {
          const known = kept.get(keyOf(kind, word))
          if (known) found.set(keyOf(kind, word), known)
          else missing[kind].push(word)
        }
      const lacking = Object.entries(missing).flatMap(([kind, words]) =>
        words.map((word) => keyOf(kind as Likeness, word)),
      )
      if (lacking.length > 0) {
        const era = kept.era()
        const rows = Map.groupBy(await findVariants(db, missing), (row) => keyOf(row.kind, row.asked))
        for (const key of lacking) {
          const words = (rows.get(key) ?? []).map((row) => row.word)
          found.set(key, words)
          kept.keep(key, words, era)
        }
      }
      return (kind, word) => found.get(keyOf(kind, word)) ?? []
    },
    /** Words that share most of their trigrams with one. */
    async byTrigrams(db: Db, word: string): Promise<readonly string[]> {
      const key = keyOf('trigrams', word)
      const known = kept.get(key)
      if (known) return known
      const era = kept.era()
      const words = await findByTrigrams(db, word)
      kept.keep(key, words, era)
      return words
    },
  }
}
