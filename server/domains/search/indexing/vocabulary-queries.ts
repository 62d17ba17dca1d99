import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { visibleMemes } from '../../memes/lists/visible-memes.ts'

const VOCABULARY = sql`hashtextextended('vocabulary', 0)`

/**
 * Takes the shared lock of writers of search texts until the transaction ends. A sweep waits for it, so that it does not remove a
 * word about to be used.
 */
export const sharedVocabulary = sql`pg_advisory_xact_lock_shared(${VOCABULARY})`

/** Takes the exclusive lock that blocks writers of search texts. Hold it briefly. */
export async function lockVocabulary(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${VOCABULARY})`.execute(tx)
}

export interface StaleWord {
  id: string
  word: string
}

/** Returns the next words that some meme no longer uses, with ids above `after`. */
export async function findStaleWords(db: Db, after: string, limit: number): Promise<StaleWord[]> {
  const found = await sql<StaleWord>`
    select id::text, word from stale_words where id > ${after}::bigint order by stale_words.id limit ${limit}`.execute(
    db,
  )
  return found.rows
}

/** Returns the given words that no meme uses. */
export async function findUnused(db: Db, words: string[]): Promise<string[]> {
  const found = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w (word)
    where not exists (select from meme_texts t where t.folded @@ array_to_tsvector(array[w.word])::text::tsquery)`.execute(
    db,
  )
  return found.rows.map(({ word }) => word)
}

export async function deleteWords(tx: Tx, words: string[]): Promise<void> {
  if (words.length > 0) await tx.deleteFrom('search_words').where('word', 'in', words).execute()
}

export async function forgetStale(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from stale_words where id = any(${ids}::bigint[])`.execute(tx)
}

/**
 * Minimum trigram similarity. Two three-letter words with the same beginning share a third of their trigrams although they are
 * unrelated, so short words need more.
 */
const LIKE_FLOOR = 0.3
const SHORT_LIKE_FLOOR = 0.4
const SHORT_LETTERS = 4

/** Returns vocabulary words with similar spelling, nearest first. Each occurs in a meme that lists may show to the viewer. */
export async function findWordsLike(db: Db, viewer: Viewer, asked: string[], limit: number): Promise<string[]> {
  const found = await sql<{ word: string }>`
    with alike as materialized (
      select w.word, max(similarity(w.word, a.word)) as likeness
      from unnest(${asked}::text[]) a (word) join search_words w on w.word % a.word
      where similarity(w.word, a.word)
          >= case when length(a.word) <= ${SHORT_LETTERS}::int then ${SHORT_LIKE_FLOOR}::real else ${LIKE_FLOOR}::real end
        and w.word <> all(${asked}::text[]) and length(w.word) > 2
      group by w.word order by likeness desc, w.word limit 50
    )
    select a.word from alike a where exists (
      select from meme_texts t join ${visibleMemes(viewer, 'offered')} on m.id = t.meme_id
      where t.folded @@ array_to_tsvector(array[a.word])::text::tsquery)
    order by a.likeness desc, a.word limit ${limit}`.execute(db)
  return found.rows.map(({ word }) => word)
}

const RECENT_MEMES = 1000

/** Returns the most used tags of recent memes. */
export async function countRecentTags(db: Db, viewer: Viewer, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select tag from (
      select m.tags from ${visibleMemes(viewer, 'offered')} order by m.id desc limit ${RECENT_MEMES}
    ) recent, unnest(recent.tags) tag
    group by tag order by count(*) desc, tag limit ${limit}`.execute(db)
  return found.rows.map(({ tag }) => tag)
}
