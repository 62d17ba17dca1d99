import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#server/platform/viewer.ts'

const hasAny = (viewer: Viewer) => viewer.kind === 'member' && viewer.filters.hasNotInterested

const unwantedOf = (userId: string) => sql`unwanted as materialized (
      select kind, target, case when kind <> 'tag' then target::uuid end as id from not_interested where user_id = ${userId}::uuid
    )`

/** CTE `unwanted` with the viewer's "not interested" entries, followed by a comma. Empty for viewers without entries. */
export const unwanted = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.kind === 'member' && hasAny(viewer) ? sql`${unwantedOf(viewer.userId)},` : sql``

/** The same with `with`, for statements without other CTEs. */
export const withUnwanted = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.kind === 'member' && hasAny(viewer) ? sql`with ${unwantedOf(viewer.userId)}` : sql``

/**
 * Additional conditions on a meme `m`. Each kind is read once per statement, so that a thousand tags cost little more than one.
 */
export function isWanted(viewer: Viewer): RawBuilder<unknown> {
  if (!hasAny(viewer)) return sql``
  return sql`and m.id not in (select id from unwanted where kind = 'meme')
    and (m.user_id is null or m.user_id not in (select id from unwanted where kind = 'user'))
    and (m.tags = '{}' or not exists (select from unnest(m.tags) g where g in (select target from unwanted where kind = 'tag')))`
}

/** The same for the row `of`, which has the meme's template. */
export function isWantedTemplate(viewer: Viewer, of = 't'): RawBuilder<unknown> {
  if (!hasAny(viewer)) return sql``
  const template = sql.ref(`${of}.template_id`)
  return sql`and (${template} is null or ${template} not in (select id from unwanted where kind = 'template'))`
}
