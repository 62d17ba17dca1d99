import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { PictureWord } from '../queries.ts'

/** Corrections stored per meme; older ones are deleted. */
const CORRECTIONS_MAX = 20

export interface WordsOfMeme {
  text: string
  words: PictureWord[]
}

/** Locks and returns the words of a meme's picture. */
export async function lockWords(tx: Tx, memeId: string): Promise<WordsOfMeme> {
  await sql`insert into meme_texts (meme_id) values (${memeId}) on conflict do nothing`.execute(tx)
  const row = await tx
    .selectFrom('meme_texts')
    .select(['picture_text as text', 'picture_words as words'])
    .where('meme_id', '=', memeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { text: row.text, words: row.words as PictureWord[] }
}

export interface Correction {
  byModerator: boolean
  before: string
  after: string
}

/** Replaces the words of a locked meme, records the correction, and closes the report of the words. */
export async function saveCorrection(
  tx: Tx,
  memeId: string,
  words: PictureWord[],
  { byModerator, before, after }: Correction,
): Promise<void> {
  await sql`
    update meme_texts set picture_text = ${after}, picture_words = ${JSON.stringify(words)}::jsonb, corrections = corrections + 1
    where meme_id = ${memeId}`.execute(tx)
  await tx
    .insertInto('word_corrections')
    .values({ id: newId(), meme_id: memeId, by_moderator: byModerator, before, after })
    .execute()
  await sql`update wrong_words set closed_at = now() where meme_id = ${memeId} and closed_at is null`.execute(tx)
  await sql`
    delete from word_corrections where id in (
      select id from word_corrections where meme_id = ${memeId} order by id desc offset ${CORRECTIONS_MAX})`.execute(tx)
}

/** Returns the words of a meme's picture and their corrections, newest first. */
export async function readCorrections(db: Db, memeId: string) {
  const words = await db
    .selectFrom('meme_texts')
    .select(['picture_text as text', 'corrections'])
    .where('meme_id', '=', memeId)
    .executeTakeFirst()
  const corrections = await db
    .selectFrom('word_corrections')
    .select(['by_moderator', 'before', 'after', 'created_at'])
    .where('meme_id', '=', memeId)
    .orderBy('id', 'desc')
    .execute()
  return { text: words?.text ?? '', isCorrected: (words?.corrections ?? 0) > 0, corrections }
}
