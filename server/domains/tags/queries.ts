import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { ANY_VISITOR, filtersOf, type Viewer } from '#server/platform/viewer.ts'
import { isNotSensitive } from '../memes/lists/states.ts'
import { liveMemes, visibleMemes } from '../memes/lists/visible-memes.ts'

export interface TagCount {
  tag: string
  count: number
}

/** Number of a tag's newest memes to sample for related tags. */
const SAMPLE = 500

/** Counts the memes with the tag that lists may show to the viewer. */
export async function countMemes(db: Db, viewer: Viewer, tag: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${visibleMemes(viewer, 'offered')} where m.tags @> array[${tag}]::text[]`.execute(
    db,
  )
  return found.rows[0]?.count ?? 0
}

/** Returns other tags on the newest memes of a tag, most frequent first. */
export async function findRelatedTags(db: Db, viewer: Viewer, tag: string, limit: number): Promise<TagCount[]> {
  const found = await sql<TagCount>`
    select other as tag, count(*)::int as count from (
      select m.tags from ${visibleMemes(viewer, 'offered')} where m.tags @> array[${tag}]::text[]
      order by m.created_at desc, m.id desc limit ${SAMPLE}
    ) m, unnest(m.tags) other where other <> ${tag}
    group by other order by count desc, other limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Returns the most used tags, and whether any meme with the tag is not sensitive.
 * @param only counts these tags
 */
export async function countTags(
  db: Db,
  limit: number,
  only?: readonly string[],
): Promise<(TagCount & { isHarmless: boolean })[]> {
  const asked = only && sql`${[...only]}::text[]`
  const found = await sql<TagCount & { isHarmless: boolean }>`
    select tag, count(*)::int as count, bool_or(${isNotSensitive()}) as "isHarmless" from ${liveMemes}, unnest(m.tags) tag
    ${asked ? sql`where m.tags && ${asked} and tag = any(${asked})` : sql``}
    group by tag order by count desc, tag limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Returns those of the tags that have a meme which lists may show to the viewer; all if the viewer hides nothing. Each tag is
 * inlined in the statement, so that the planner sees how common it is.
 */
export async function findShownTags(db: Db, viewer: Viewer, tags: readonly string[]): Promise<ReadonlySet<string>> {
  const { hidesPeople, sensitiveContent } = filtersOf(viewer)
  if (tags.length === 0 || (!hidesPeople && sensitiveContent !== 'hide')) return new Set(tags)
  const parts = tags.map(
    (tag) => sql`(select ${tag}::text as tag where exists (
      select from ${visibleMemes(viewer, 'offered')} where m.tags @> array[${tag}]::text[]))`,
  )
  const found = await sql<{ tag: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Set(found.rows.map(({ tag }) => tag))
}

/** Returns the tags of the non-sensitive memes with the largest gains in the last 24 hours. */
export async function findTrendingTags(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select tag from trending_memes t join ${visibleMemes(ANY_VISITOR, 'unasked')} on m.id = t.meme_id, unnest(m.tags) tag
    where t.generation = (select max(generation) from trending_generations) and t.period = '24h'
    group by tag order by sum(t.score) desc, tag limit ${limit}`.execute(db)
  return found.rows.map((row) => row.tag)
}
