import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../scopes.ts'

export interface TemplateMeme {
  id: string
  likes: number
}

/** Returns the memes of a template: most liked first, or newest first. */
export async function findMemesOfTemplate(
  db: Db,
  viewer: Viewer,
  scope: MemeScope,
  of: { templateId: string; sort: 'popular' | 'newest'; limit: number; after: TemplateMeme | undefined },
): Promise<TemplateMeme[]> {
  const { templateId, sort, limit, after } = of
  const isPopular = sort === 'popular'
  const behind = isPopular
    ? sql`and (s.like_count, m.id) < (${after?.likes ?? 0}, ${after?.id ?? null}::uuid)`
    : sql`and m.id < ${after?.id ?? null}::uuid`
  const found = await sql<TemplateMeme>`
    select m.id, s.like_count as likes
    from meme_templates g join memes m on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
    where g.template_id = ${templateId} and ${isVisible(viewer, scope)} ${after ? behind : sql``}
    order by ${isPopular ? sql`s.like_count desc, m.id desc` : sql`m.id desc`} limit ${limit}`.execute(db)
  return found.rows
}
