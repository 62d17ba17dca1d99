import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { isLive } from '#server/platform/db/live-memes-queries.ts'
import { isWanted, isWantedTemplate, unwanted } from '#server/platform/db/not-interested-filter-queries.ts'
import { isListed } from '#server/platform/db/viewer-filter-queries.ts'
import type { Member, Viewer } from '#server/platform/viewer.ts'

export interface TimePosition {
  createdAt: string
  id: string
}

interface Wanted {
  limit: number
  after: TimePosition | undefined
  /** Memes must have all of these tags; empty for no filter. */
  tags: string[]
}

export interface TimeRow {
  id: string
  created_at: Date
}

/** Selects the newest memes `m` that match a condition, without those that the viewer hides or is not interested in. */
const newest = (viewer: Viewer, { limit, after, tags }: Wanted, condition: RawBuilder<unknown>) => sql`
  (select m.id, m.created_at from memes m left join meme_templates t on t.meme_id = m.id
    where ${condition} and ${isLive()} and ${isListed(viewer)} ${isWanted(viewer)} ${isWantedTemplate(viewer)}
      ${tags.length > 0 ? sql`and m.tags @> ${tags}::text[]` : sql``}
      and ${after ? sql`(m.created_at, m.id) < (${after.createdAt}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by m.created_at desc, m.id desc limit ${limit})`

/** Returns the newest memes of all, using index memes_newest. */
export async function findNew(db: Db, viewer: Viewer, wanted: Wanted): Promise<TimeRow[]> {
  const found = await sql<TimeRow>`
    with ${unwanted(viewer)} page as ${newest(viewer, wanted, sql`true`)}
    select id, created_at from page order by created_at desc, id desc`.execute(db)
  return found.rows
}

/** Returns the newest memes of the people and tags that a member follows. Reads up to a page's worth from each, then merges. */
export async function findFollowed(db: Db, viewer: Member, wanted: Wanted): Promise<TimeRow[]> {
  const ofPerson = newest(viewer, wanted, sql`m.user_id = f.followed_id`)
  const ofTag = newest(viewer, wanted, sql`m.tags @> array[g.tag]::text[]`)
  const found = await sql<TimeRow>`
    with ${unwanted(viewer)} page as (
      select p.id, p.created_at from follows f cross join lateral ${ofPerson} p where f.follower_id = ${viewer.userId}
      union
      select p.id, p.created_at from tag_follows g cross join lateral ${ofTag} p where g.user_id = ${viewer.userId}
    )
    select id, created_at from page order by created_at desc, id desc limit ${wanted.limit}`.execute(db)
  return found.rows
}
