import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '../memes/lists/states.ts'
import type { RenditionKind } from './rendition-shape.ts'

/** Returns the sizes of stored files, in bytes. */
export async function findFileSizes(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('blobs').select(['key', 'bytes']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

/** Maximum number of renditions that one call deletes. */
const EVICTED_MAX = 500

/** Deletes the oldest renditions, except `exceptKey`, until all of them fit into `maxBytes`. Returns true if it deleted any. */
export async function evictRenditions(
  tx: Tx,
  { exceptKey, maxBytes }: { exceptKey: string; maxBytes: number },
): Promise<boolean> {
  const used = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from blobs where is_gif_rendition and hidden_at is null`.execute(tx)
  const excess = (used.rows[0]?.bytes ?? 0) - maxBytes
  if (excess <= 0) return false
  const deleted = await sql`
    delete from gif_renditions where key in (
      select r.key from gif_renditions r where r.key in (
        select key from (
          select key, sum(bytes) over (order by created_at, key) - bytes as before from blobs
          where is_gif_rendition and hidden_at is null and key <> ${exceptKey}
        ) oldest where before < ${excess} order by before limit ${EVICTED_MAX})
      for update skip locked)
    returning key`.execute(tx)
  return deleted.rows.length > 0
}

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
 * Records a rendition of a meme that visitors see unblurred, and returns true if it is recorded. Locks the meme, so that a
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
