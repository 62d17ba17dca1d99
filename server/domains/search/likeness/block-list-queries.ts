import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { NIL_ID, newId } from '#server/platform/db/id.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { vectorLiteral } from './queries.ts'

/** Maximum number of blocked pictures to compare cell by cell. */
const COMPARED = 20
/**
 * Minimum likeness to a blocked picture. Crops look less like the original than copies do: with 15 % cut off each side, half are
 * above 0.82 and nine in ten above 0.66.
 */
const BLOCKED_LIKENESS_FLOOR = 0.6

/** Returns the fingerprints of the blocked pictures nearest to a vector. It scans the whole list, which is short. */
export async function findBlockedLookalikes(
  db: Db,
  vector: readonly number[],
  animated: boolean,
): Promise<Uint8Array[]> {
  const found = await sql<{ blocks: Uint8Array }>`${prepared}
    select blocks from blocked_pictures
    where animated = ${animated} and visual <=> ${vectorLiteral(vector)}::vector <= ${1 - BLOCKED_LIKENESS_FLOOR}
    order by visual <=> ${vectorLiteral(vector)}::vector limit ${COMPARED}`.execute(db)
  return found.rows.map(({ blocks }) => blocks)
}

export async function hasBlockedPictures(db: Db): Promise<boolean> {
  return (await db.selectFrom('blocked_pictures').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertBlockedPicture(
  tx: Tx,
  meme: { id: string; animated: boolean },
  picture: { vector: readonly number[]; blocks: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('blocked_pictures')
    .values({
      id: newId(),
      meme_id: meme.id,
      visual: vectorLiteral(picture.vector),
      blocks: picture.blocks,
      animated: meme.animated,
    })
    .execute()
}

export async function deleteBlockedPictures(tx: Tx, memeId: string): Promise<void> {
  await tx.deleteFrom('blocked_pictures').where('meme_id', '=', memeId).execute()
}

export async function forgetMemesOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    update blocked_pictures set meme_id = ${NIL_ID}
    where meme_id in (select id from memes where user_id = ${userId})`.execute(tx)
}
