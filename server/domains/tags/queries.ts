import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { ANY_VISITOR, filtersOf, type Viewer } from '#server/platform/viewer.ts'
import { isOfHiddenPerson } from '../memes/lists/scopes.ts'
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

/** A tag with its memes of all people. */
export interface CountedTag extends TagCount {
  /** Memes that are not sensitive. */
  harmless: number
  countedAt: Date
}

/**
 * Returns the most used tags.
 * @param only counts these tags
 */
export async function countTags(db: Db, limit: number, only?: readonly string[]): Promise<CountedTag[]> {
  const asked = only && sql`${[...only]}::text[]`
  const found = await sql<CountedTag>`
    select tag, count(*)::int as count, (count(*) filter (where ${isNotSensitive()}))::int as harmless, now() as "countedAt"
    from ${liveMemes}, unnest(m.tags) tag
    ${asked ? sql`where m.tags && ${asked} and tag = any(${asked})` : sql``}
    group by tag order by count desc, tag limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Returns the tags with the number of memes that lists may show to the viewer, without tags that have none. Subtracts the memes of
 * hidden people, because counting all memes of frequent tags takes seconds on a large site.
 */
export async function countShown(db: Db, viewer: Viewer, tags: readonly CountedTag[]): Promise<TagCount[]> {
  const hidesSensitive = filtersOf(viewer).sensitiveContent === 'hide'
  const hidden = filtersOf(viewer).hidesPeople && tags.length > 0 ? await countOfHidden(db, viewer, tags) : new Map()
  return tags.flatMap(({ tag, count, harmless }) => {
    const shown = (hidesSensitive ? harmless : count) - (hidden.get(tag) ?? 0)
    return shown > 0 ? [{ tag, count: shown }] : []
  })
}

/** Counts the memes of hidden people that are part of the counts. */
async function countOfHidden(db: Db, viewer: Viewer, tags: readonly CountedTag[]): Promise<Map<string, number>> {
  const hidesSensitive = filtersOf(viewer).sensitiveContent === 'hide'
  const found = await sql<TagCount>`
    select t.tag, count(*)::int as count
    from unnest(${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ countedAt }) => countedAt.toISOString())}::timestamptz[])
      t (tag, counted_at)
    join (select m.created_at, unnest(m.tags) as tag from ${liveMemes}
      where ${isOfHiddenPerson(viewer)} ${hidesSensitive ? sql`and ${isNotSensitive()}` : sql``}
    ) m on m.tag = t.tag and m.created_at <= t.counted_at
    group by t.tag`.execute(db)
  return new Map(found.rows.map(({ tag, count }) => [tag, count]))
}

/** Returns the tags of the non-sensitive memes with the largest gains in the last 24 hours. */
export async function findTrendingTags(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select tag from trending_memes t join ${visibleMemes(ANY_VISITOR, 'featured')} on m.id = t.meme_id, unnest(m.tags) tag
    where t.generation = (select max(generation) from trending_generations) and t.period = '24h'
    group by tag order by sum(t.score) desc, tag limit ${limit}`.execute(db)
  return found.rows.map((row) => row.tag)
}
