import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#server/platform/viewer.ts'

const hasAny = (viewer: Viewer) => viewer.kind === 'member' && viewer.filters.hasNotInterested

const unwantedOf = (userId: string) => sql`unwanted as materialized (
      select kind, target, case when kind <> 'tag' then target::uuid end as id from not_interested where user_id = ${userId}::uuid
    )`

/** A part `unwanted` of a statement, with a comma after it: what the viewer wants less of. Nothing for whoever named nothing. */
export const unwanted = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.kind === 'member' && hasAny(viewer) ? sql`${unwantedOf(viewer.userId)},` : sql``

/** The same as the beginning of a statement without other parts. */
export const withUnwanted = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.kind === 'member' && hasAny(viewer) ? sql`with ${unwantedOf(viewer.userId)}` : sql``

/** Further conditions on a meme `m`. Each reads its kind once for a statement, so that a thousand tags cost little more than one. */
export function isWanted(viewer: Viewer): RawBuilder<unknown> {
  if (!hasAny(viewer)) return sql``
  return sql`and m.id not in (select id from unwanted where kind = 'meme')
    and (m.user_id is null or m.user_id not in (select id from unwanted where kind = 'user'))
    and (m.tags = '{}' or not exists (select from unnest(m.tags) g where g in (select target from unwanted where kind = 'tag')))`
}

/** The same for the row `of`, which has the template that a meme is made from. */
export function isWantedTemplate(viewer: Viewer, of = 't'): RawBuilder<unknown> {
  if (!hasAny(viewer)) return sql``
  const template = sql.ref(`${of}.template_id`)
  return sql`and (${template} is null or ${template} not in (select id from unwanted where kind = 'template'))`
}
