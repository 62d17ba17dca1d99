import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '../memes/lists/states.ts'
import type { RenditionKind } from './rendition-shape.ts'

/** Returns the sizes of stored files, in bytes. */
export async function findFileSizes(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('blobs').select(['key', 'bytes']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

/** Returns the name of the file of a rendition. */
export async function findRendition(db: Db, memeId: string, kind: RenditionKind): Promise<string | undefined> {
  const row = await db
    .selectFrom('gif_renditions')
    .select('key')
    .where('meme_id', '=', memeId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.key
}

/**
 * Records a rendition of a meme that visitors see unblurred, and returns whether it is recorded. Locks the meme, so that a
 * concurrent removal deletes the row.
 */
export async function insertRendition(
  tx: Tx,
  { memeId, kind, key }: { memeId: string; kind: RenditionKind; key: string },
): Promise<boolean> {
  const meme = await sql`
    select from memes m where m.id = ${memeId} and ${isLive()} and ${isNotSensitive()} for share`.execute(tx)
  if (meme.rows.length === 0) return false
  await tx
    .insertInto('gif_renditions')
    .values({ meme_id: memeId, kind, key })
    .onConflict((conflict) => conflict.columns(['meme_id', 'kind']).doNothing())
    .execute()
  return true
}
