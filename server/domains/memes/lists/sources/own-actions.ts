import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/viewer.ts'
import { isVisible } from '../scopes.ts'

/** Maximum number of views that the history reads, and of memes in it. */
const HISTORY_VIEWS_MAX = 3000
const HISTORY_MEMES_MAX = 500

export interface UsedMeme {
  id: string
  log_point: number
}

/** Returns the memes that a member uses most, using index meme_uses_most. */
export async function findMostUsed(db: Db, viewer: Member, limit: number, after?: UsedMeme): Promise<UsedMeme[]> {
  const found = await sql<UsedMeme>`
    select u.meme_id as id, u.log_point from meme_uses u join memes m on m.id = u.meme_id
    where u.user_id = ${viewer.userId} and ${isVisible(viewer, 'mine')}
      and ${after ? sql`(u.log_point, u.meme_id) < (${after.log_point}::float8, ${after.id}::uuid)` : sql`true`}
    order by u.log_point desc, u.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}

export interface TimedMeme {
  id: string
  at: Date
}

/** Returns a member's default album, newest first, using index album_items_newest. */
export async function findSaved(db: Db, viewer: Member, limit: number, after?: TimedMeme): Promise<TimedMeme[]> {
  const found = await sql<TimedMeme>`
    select a.meme_id as id, a.added_at as at from album_items a join memes m on m.id = a.meme_id
    where a.user_id = ${viewer.userId} and ${isVisible(viewer, 'mine')}
      and ${after ? sql`(a.added_at, a.meme_id) < (${after.at}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by a.added_at desc, a.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the last view of each meme among a member's latest views, using index actions_by_user_time. */
export async function findViewed(db: Db, viewer: Member, limit: number, after?: TimedMeme): Promise<TimedMeme[]> {
  const found = await sql<TimedMeme>`
    with views as materialized (
      select meme_id, at from actions where user_id = ${viewer.userId} and action = 'view' order by at desc limit ${HISTORY_VIEWS_MAX}
    ), last as (
      select meme_id, max(at) as at from views group by meme_id order by 2 desc, 1 desc limit ${HISTORY_MEMES_MAX}
    )
    select l.meme_id as id, l.at from last l join memes m on m.id = l.meme_id
    where ${isVisible(viewer, 'mine')}
      and ${after ? sql`(l.at, l.meme_id) < (${after.at}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by l.at desc, l.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}
