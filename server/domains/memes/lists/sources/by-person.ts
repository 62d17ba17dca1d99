import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../scopes.ts'

export interface PersonOrder {
  sortBy: 'createdAt' | 'viewCount' | 'likeCount' | 'copyCount'
  sortOrder: 'asc' | 'desc'
}

/** A meme of a person; `value` is its count, or 0 in a list by time. */
export interface PersonMeme {
  id: string
  created_at: Date
  value: number
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
  count: Exclude<PersonOrder['sortBy'], 'createdAt'>,
  memeId: string,
): Promise<number | undefined> {
  const found = await sql<{ value: number }>`
    select ${VALUE[count]} as value from memes m join meme_stats s on s.meme_id = m.id
    where m.id = ${memeId} and m.user_id = ${userId}`.execute(db)
  return found.rows[0]?.value
}

/** Returns a person's memes, with `search` matched regardless of case and marks, using index memes_by_user. */
export async function findMemesOfPerson(
  db: Db,
  viewer: Viewer,
  scope: MemeScope,
  of: PersonOrder & { userId: string; search: string; limit: number; after: PersonMeme | undefined },
): Promise<PersonMeme[]> {
  const { after, sortBy } = of
  const value = VALUE[sortBy]
  const given = sortBy === 'createdAt' ? sql`${after?.created_at}::timestamptz(3)` : sql`${after?.value}::int`
  const direction = of.sortOrder === 'asc' ? sql`asc` : sql`desc`
  const beyond = of.sortOrder === 'asc' ? sql`>` : sql`<`
  const pattern = `%${of.search.replace(/[\\%_]/g, '\\$&')}%`
  const found = await sql<PersonMeme>`
    select m.id, m.created_at, ${sortBy === 'createdAt' ? sql`0` : value}::int as value
    from memes m join meme_stats s on s.meme_id = m.id
    where m.user_id = ${of.userId} and ${isVisible(viewer, scope)}
      and ${of.search === '' ? sql`true` : sql`lower(unaccent(m.name || ' ' || m.description)) like lower(unaccent(${pattern}))`}
      and ${after ? sql`(${value}, m.id) ${beyond} (${given}, ${after.id}::uuid)` : sql`true`}
    order by ${value} ${direction}, m.id ${direction} limit ${of.limit}`.execute(db)
  return found.rows
}
