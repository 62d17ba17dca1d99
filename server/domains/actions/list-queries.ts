import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { isLive } from '#server/platform/db/live-memes-queries.ts'
import { isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Member } from '#server/platform/viewer.ts'

/** Returns the memes that a member uses most, using index meme_uses_most. Skips deleted memes. */
export async function findFrequent(
  db: Db,
  viewer: Member,
  limit: number,
  after: { point: number; id: string } | undefined,
): Promise<{ meme_id: string; log_point: number }[]> {
  const found = await sql<{ meme_id: string; log_point: number }>`
    select u.meme_id, u.log_point from meme_uses u join memes m on m.id = u.meme_id
    where u.user_id = ${viewer.userId} and ${isLive()} and ${isPersonShown(viewer, 'm.user_id', 'everywhere')}
      and ${after ? sql`(u.log_point, u.meme_id) < (${after.point}::float8, ${after.id}::uuid)` : sql`true`}
    order by u.log_point desc, u.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns a member's album, using index album_items_newest. */
export async function findAlbum(
  db: Db,
  viewer: Member,
  limit: number,
  after: { addedAt: string; id: string } | undefined,
): Promise<{ meme_id: string; added_at: Date }[]> {
  const found = await sql<{ meme_id: string; added_at: Date }>`
    select a.meme_id, a.added_at from album_items a join memes m on m.id = a.meme_id
    where a.user_id = ${viewer.userId} and ${isLive()} and ${isPersonShown(viewer, 'm.user_id', 'everywhere')}
      and ${after ? sql`(a.added_at, a.meme_id) < (${after.addedAt}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by a.added_at desc, a.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}
