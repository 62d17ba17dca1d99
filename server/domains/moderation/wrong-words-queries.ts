import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Keyset } from './desk-queries.ts'

/** Inserts a report of a meme's present words. Returns false if these words were already reported. */
export async function insertWrongWords(tx: Tx, memeId: string): Promise<boolean> {
  const found = await sql`
    insert into wrong_words (meme_id, words)
    select m.id, coalesce((select t.picture_text from meme_texts t where t.meme_id = m.id), '') from memes m where m.id = ${memeId}
    on conflict (meme_id) do update set words = excluded.words, reported_at = excluded.reported_at, closed_at = null
      where wrong_words.closed_at is not null and wrong_words.words <> excluded.words
    returning meme_id`.execute(tx)
  return found.rows.length > 0
}

/** Counts the memes of an owner that were reported since a time, up to a limit. */
export async function countWrongWordsOf(db: Db, userId: string, since: Date, limit: number): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from wrong_words w join memes m on m.id = w.meme_id
      where m.user_id = ${userId} and w.reported_at > ${since} limit ${limit}) recent`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns memes with reported words, those that wait longest first. */
export async function findWrongWords(
  db: Db,
  limit: number,
  after: Keyset | undefined,
): Promise<{ id: string; at: Date }[]> {
  const found = await sql<{ id: string; at: Date }>`
    select w.meme_id as id, w.reported_at as at from wrong_words w join memes m on m.id = w.meme_id
    where w.closed_at is null and m.deleted_at is null
      and ${after ? sql`(w.reported_at, w.meme_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by w.reported_at, w.meme_id limit ${limit}`.execute(db)
  return found.rows
}

/** Closes the report of a meme's words and remembers its present words. Returns false if there is none. */
export async function closeWrongWords(tx: Tx, memeId: string): Promise<boolean> {
  const found = await sql`
    update wrong_words w set closed_at = now(),
      words = coalesce((select t.picture_text from meme_texts t where t.meme_id = w.meme_id), '')
    where w.meme_id = ${memeId} and w.closed_at is null returning w.meme_id`.execute(tx)
  return found.rows.length > 0
}

/** Reopens the report of a meme's words that a decision closed. */
export async function reopenWrongWords(tx: Tx, memeId: string, decisionId: string): Promise<void> {
  // A decision and the closing of the report have the time of their transaction, which the log rounds.
  await sql`
    update wrong_words set closed_at = null where meme_id = ${memeId}
      and closed_at::timestamptz(3) = (select at from moderation_log where id = ${decisionId})`.execute(tx)
}
