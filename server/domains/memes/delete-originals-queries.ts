import { sql } from 'kysely'
import { PICTURE_MEDIUM_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isLive } from './lists/states.ts'

/** Makes the medium size the original of up to `limit` live still pictures that are older than `days`. Returns their number. */
export async function replaceOriginals(tx: Tx, days: number, limit: number): Promise<number> {
  // As fitInside in platform/images/encode.ts.
  const scale = sql`least(1, ${PICTURE_MEDIUM_WIDTH_PX}::float8 / m.width, ${WEBP_MAX_SIDE_PX}::float8 / m.height)`
  const done = await sql`
    update memes m set blob_origin = m.blob_medium, mime = b.mime,
      width = greatest(1, floor(m.width * ${scale} + 0.5)), height = greatest(1, floor(m.height * ${scale} + 0.5))
    from blobs b
    where b.key = m.blob_medium and m.id in (
      select m.id from memes m
      where m.blob_origin <> m.blob_medium and not m.animated and ${isLive('m')}
        and m.created_at < now() - make_interval(days => ${days}::int)
      order by m.created_at limit ${limit} for update skip locked)`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}
