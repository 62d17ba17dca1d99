import { sql } from 'kysely'
import { beginsWith } from '#server/platform/db/begins-with.ts'
import type { Db } from '#server/platform/db/db.ts'
import { arrayOf, columnOf, prepared } from '#server/platform/db/prepared.ts'
import { deletionsOf } from '#server/platform/one-letter-off.ts'
import { shorten } from '../elongation.ts'

/**
 * `stem`: has the stem of a word; `near`: shares a one-letter deletion with it, which the caller must verify; `beginning`: begins
 * with it.
 */
export type Likeness = 'stem' | 'near' | 'beginning'

export interface FoundVariant {
  kind: Likeness
  asked: string
  word: string
}

const BEGINNINGS = 20

/**
 * Looks up folded words in the vocabulary. `offset 0` looks up one stem after another: the planner does not know their number, and
 * would read all words of a small vocabulary.
 * @param asked words by kind of likeness; at most one beginning
 */
export async function findVariants(db: Db, asked: Record<Likeness, string[]>): Promise<FoundVariant[]> {
  const { stem, near, beginning: [beginning = ''] = [] } = asked
  const parts = near.flatMap((word) => deletionsOf(word).map((part) => ({ word, part })))
  const found = await sql<FoundVariant>`${prepared}
    select 'stem' as kind, a.word as asked, w.word
    from unnest(${arrayOf(stem, 'text')}, ${arrayOf(stem.map(shorten), 'text')}) a (word, shortened),
    lateral (select word from search_words
      where stem = coalesce((ts_lexize('english_stem', a.shortened))[1], a.shortened) offset 0) w
    union all
    select 'near', n.asked, n.word from near_words(${columnOf(parts, 'word', 'text')}, ${columnOf(parts, 'part', 'text')}) n
    union all
    (select 'beginning', ${beginning}, w.word from search_words w
      where ${beginning} <> '' and ${beginsWith('w.word', beginning)} order by length(w.word), w.word limit ${BEGINNINGS})`.execute(
    db,
  )
  return found.rows
}

const TRIGRAM_FLOOR = 0.5
const TRIGRAM_NEIGHBOURS = 10

/**
 * Returns vocabulary words that share most of their trigrams with a word. For a large vocabulary this reads thousands of words.
 */
export async function findByTrigrams(db: Db, asked: string): Promise<string[]> {
  const found = await sql<{ word: string }>`
    select w.word from search_words w where w.word % ${asked} and similarity(w.word, ${asked}) >= ${TRIGRAM_FLOOR}
    order by similarity(w.word, ${asked}) desc, w.word limit ${TRIGRAM_NEIGHBOURS}`.execute(db)
  return found.rows.map(({ word }) => word)
}

/** Returns the folded words that occur in memes. */
export async function findKnownWords(db: Db, words: string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set()
  const found = await sql<{ word: string }>`${prepared}
    select word from search_words where word = any(${words}::text[])`.execute(db)
  return new Set(found.rows.map(({ word }) => word))
}
