import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { isLive, isVisibleTo } from '#server/platform/db/live-memes-queries.ts'
import { isKindShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'

export interface UserMemesOrder {
  sortBy: 'createdAt' | 'viewCount' | 'likeCount' | 'copyCount'
  sortOrder: 'asc' | 'desc'
}

export interface UserMemesKeyset {
  id: string
  value: string | number
}

const VALUE = {
  createdAt: sql`m.created_at`,
  viewCount: sql`s.view_count`,
  likeCount: sql`s.like_count`,
  copyCount: sql`s.copy_count`,
} as const

/** Returns the current count of a user's meme, deleted or not; undefined if there is none. */
export async function findCountOfMeme(
  db: Db,
  userId: string,
  count: Exclude<UserMemesOrder['sortBy'], 'createdAt'>,
  memeId: string,
): Promise<number | undefined> {
  const found = await sql<{ value: number }>`
    select ${VALUE[count]} as value from memes m join meme_stats s on s.meme_id = m.id
    where m.id = ${memeId} and m.user_id = ${userId}`.execute(db)
  return found.rows[0]?.value
}

/**
 * A user's own list has every meme that is not deleted or removed. Other users' pages omit the kinds of memes that the viewer
 * hides, but include memes of muted users.
 */
const isInListOf = (userId: string, viewer: Viewer) =>
  viewer.kind === 'member' && viewer.userId === userId
    ? isVisibleTo({ userId, isModerator: false })
    : sql`(${isLive()} and ${isKindShown(viewer)})`

/**
 * Returns ids of a user's memes in the given order, with `search` matched regardless of case and marks. Reads along the index
 * memes_by_user.
 */
export async function findMemesOfUser(
  db: Db,
  userId: string,
  order: UserMemesOrder,
  search: string,
  limit: number,
  after: UserMemesKeyset | undefined,
  viewer: Viewer,
): Promise<{ id: string; created_at: Date; value: number }[]> {
  const value = VALUE[order.sortBy]
  const given = order.sortBy === 'createdAt' ? sql`${after?.value}::timestamptz(3)` : sql`${after?.value}::int`
  const direction = order.sortOrder === 'asc' ? sql`asc` : sql`desc`
  const beyond = order.sortOrder === 'asc' ? sql`>` : sql`<`
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const found = await sql<{ id: string; created_at: Date; value: number }>`
    select m.id, m.created_at, ${order.sortBy === 'createdAt' ? sql`0` : value}::int as value
    from memes m join meme_stats s on s.meme_id = m.id
    where m.user_id = ${userId} and ${isInListOf(userId, viewer)}
      and ${search === '' ? sql`true` : sql`lower(unaccent(m.name || ' ' || m.description)) like lower(unaccent(${pattern}))`}
      and ${after ? sql`(${value}, m.id) ${beyond} (${given}, ${after.id}::uuid)` : sql`true`}
    order by ${value} ${direction}, m.id ${direction} limit ${limit}`.execute(db)
  return found.rows
}
