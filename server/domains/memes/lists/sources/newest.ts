import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../scopes.ts'

export interface NewMeme {
  id: string
  created_at: Date
}

interface Wanted {
  limit: number
  after?: NewMeme | undefined
  /** Memes must have all of these tags; empty for no filter. */
  tags: readonly string[]
}

/** Selects the newest memes `m` that match a condition. */
const newest = (
  viewer: Viewer,
  scope: MemeScope,
  { limit, after, tags }: Wanted,
  condition: RawBuilder<unknown>,
) => sql`
  (select m.id, m.created_at from memes m where ${condition} and ${isVisible(viewer, scope)}
      ${tags.length > 0 ? sql`and m.tags @> ${tags}::text[]` : sql``}
      and ${after ? sql`(m.created_at, m.id) < (${after.created_at}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by m.created_at desc, m.id desc limit ${limit})`

/** Returns the newest memes of all, using index memes_newest, or of tags. */
export async function findNewest(db: Db, viewer: Viewer, scope: MemeScope, wanted: Wanted): Promise<NewMeme[]> {
  return (await sql<NewMeme>`${newest(viewer, scope, wanted, sql`true`)}`.execute(db)).rows
}

/** Returns the newest memes of the people and tags that a member follows. Reads up to a page's worth from each, then merges. */
export async function findFollowed(db: Db, viewer: Member, scope: MemeScope, wanted: Wanted): Promise<NewMeme[]> {
  const ofPerson = newest(viewer, scope, wanted, sql`m.user_id = f.followed_id`)
  const ofTag = newest(viewer, scope, wanted, sql`m.tags @> array[g.tag]::text[]`)
  const found = await sql<NewMeme>`
    select id, created_at from (
      select p.id, p.created_at from follows f cross join lateral ${ofPerson} p where f.follower_id = ${viewer.userId}
      union
      select p.id, p.created_at from tag_follows g cross join lateral ${ofTag} p where g.user_id = ${viewer.userId}
    ) page order by created_at desc, id desc limit ${wanted.limit}`.execute(db)
  return found.rows
}
