import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { isLive } from '#server/db/live-memes-queries.ts'

export interface TagCount {
  tag: string
  count: number
}

/** Memes of a tag whose other tags tell what is related. */
const SAMPLE = 500

/** How many memes anybody can see have the tag. */
export async function countMemes(db: Db, tag: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from memes m where m.tags @> array[${tag}]::text[] and ${isLive()}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Tags that the newest memes of a tag have beside it, the most frequent first. */
export async function findRelatedTags(db: Db, tag: string, limit: number): Promise<TagCount[]> {
  const found = await sql<TagCount>`
    select other as tag, count(*)::int as count from (
      select m.tags from memes m where m.tags @> array[${tag}]::text[] and ${isLive()}
      order by m.created_at desc, m.id desc limit ${SAMPLE}
    ) m, unnest(m.tags) other where other <> ${tag}
    group by other order by count desc, other limit ${limit}`.execute(db)
  return found.rows
}

/** The newest memes of a tag. */
export async function findMemesOfTag(db: Db, tag: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select m.id from memes m where m.tags @> array[${tag}]::text[] and ${isLive()}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The tags in use most. */
export async function countTags(db: Db, limit: number): Promise<TagCount[]> {
  const found = await sql<TagCount>`
    select tag, count(*)::int as count from memes m, unnest(m.tags) tag
    where ${isLive()} group by tag order by count desc, tag limit ${limit}`.execute(db)
  return found.rows
}

/** The tags of the memes that gained most in the last 24 hours. */
export async function findTrendingTags(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select tag from trending_memes t join memes m on m.id = t.meme_id, unnest(m.tags) tag
    where t.generation = (select max(generation) from trending_generations) and t.period = '24h' and ${isLive()}
    group by tag order by sum(t.score) desc, tag limit ${limit}`.execute(db)
  return found.rows.map((row) => row.tag)
}
