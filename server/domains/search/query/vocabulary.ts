import { createCache } from '#server/platform/cache/cache.ts'
import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findByTrigrams, findVariants, type Likeness } from './variant-queries.ts'

/** TTL of cached variants. Searches find a new word as typed immediately, and by other spellings after this time at most. */
const FRESH_MS = 5000
/** Maximum number of cached words; some 100 bytes each. */
const KEPT_MAX = 40_000

export type Vocabulary = ReturnType<typeof createVocabulary>

/**
 * The words that occur in memes, with a short-lived cache of lookups.
 * @param caches null disables the cache
 */
export function createVocabulary(caches: Caches | null) {
  const options = { max: KEPT_MAX, freshMs: FRESH_MS, sizeOf: (words: readonly string[]) => words.length + 1 }
  const kept =
    caches?.open({ name: 'vocabulary', topics: ['memesHidden'], ...options }) ??
    createCache<readonly string[]>(options, () => false)
  const keyOf = (kind: Likeness | 'trigrams', word: string) => `${kind} ${word}`

  return {
    /**
     * Returns variants of folded words, by kind and word, in no particular order except for beginnings.
     * @param asked words by kind of likeness; at most one beginning
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
          kept.set(key, words, era)
        }
      }
      return (kind, word) => found.get(keyOf(kind, word)) ?? []
    },
    /** Returns words that share most of their trigrams with a word. */
    async byTrigrams(db: Db, word: string): Promise<readonly string[]> {
      const key = keyOf('trigrams', word)
      const known = kept.get(key)
      if (known) return known
      const era = kept.era()
      const words = await findByTrigrams(db, word)
      kept.set(key, words, era)
      return words
    },
  }
}
