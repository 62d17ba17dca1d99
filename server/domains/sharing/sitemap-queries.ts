import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import { visibleMemes } from '../memes/lists/visible-memes.ts'
import { isPublicPerson } from '../users/lists/suspended.ts'

/** Addresses per page, about 3 MB. The protocol allows 50,000 addresses and 50 MB. */
export const SITEMAP_PAGE = 10_000

export interface SitemapPage {
  /** The first id of the page, which serves as its name. */
  from: string
  changed_at: Date
}

export interface SitemapEntry {
  name: string
  changed_at: Date
  /** The key of the stored picture; null if there is none. */
  picture: string | null
}

const listedMemes = visibleMemes(ANY_VISITOR, 'featured')
const memes = sql`select m.id, m.updated_at as changed_at from ${listedMemes}`
const isListedPerson = sql`(${isPublicPerson('users')} and memes_count > 0)`
const people = sql`select id, updated_at as changed_at from users where ${isListedPerson}`

const SOURCES = { memes, people } as const
export type SitemapKind = keyof typeof SOURCES

/** Returns the first ids of the pages of a sitemap. Ids grow with time, so new content changes only the last page. */
export async function findSitemapPages(db: Db, kind: SitemapKind): Promise<SitemapPage[]> {
  const found = await sql<SitemapPage>`
    select min(id::text) as from, max(changed_at) as changed_at from (
      select id, changed_at, (row_number() over (order by id) - 1) / ${SITEMAP_PAGE}::int as page from (${SOURCES[kind]}) s
    ) p group by page order by page`.execute(db)
  return found.rows
}

export async function findSitemapMemes(db: Db, from: string): Promise<SitemapEntry[]> {
  const found = await sql<SitemapEntry>`
    select m.id::text as name, m.updated_at as changed_at, m.blob_origin as picture from ${listedMemes}
    where m.id >= ${from}::uuid order by m.id limit ${SITEMAP_PAGE}`.execute(db)
  return found.rows
}

export async function findSitemapPeople(db: Db, from: string): Promise<SitemapEntry[]> {
  const found = await sql<SitemapEntry>`
    select username as name, updated_at as changed_at, null::text as picture from users
    where ${isListedPerson} and id >= ${from}::uuid order by id limit ${SITEMAP_PAGE}`.execute(db)
  return found.rows
}

/** Returns the most used tags, with the time of their newest change. */
export async function findSitemapTags(db: Db): Promise<SitemapEntry[]> {
  const found = await sql<SitemapEntry>`
    select tag as name, max(m.updated_at) as changed_at, null::text as picture from ${listedMemes}, unnest(m.tags) tag
    group by tag order by count(*) desc, tag limit ${SITEMAP_PAGE}`.execute(db)
  return found.rows
}

/** Returns the most used templates, with the time of the newest change among their memes. */
export async function findSitemapTemplates(db: Db): Promise<SitemapEntry[]> {
  const found = await sql<SitemapEntry>`
    select g.template_id::text as name, max(m.updated_at) as changed_at, null::text as picture
    from meme_templates g join ${listedMemes} on m.id = g.meme_id join templates t on t.id = g.template_id
    where t.merged_into is null
    group by g.template_id having count(*) > 1 order by count(*) desc, g.template_id limit ${SITEMAP_PAGE}`.execute(db)
  return found.rows
}
