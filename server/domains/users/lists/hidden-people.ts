import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer, ViewerFilters } from '#server/platform/viewer.ts'

/** Columns of a query on `users` that describe a member's filters. Read with every request, so each is a single lookup. */
export const filterColumns = [
  sql<boolean>`exists (select from hidden_people h where h.user_id = users.id)`.as('hidesPeople'),
  sql<boolean>`exists (select from not_interested n where n.user_id = users.id)`.as('hasNotInterested'),
  'users.sensitive_content as sensitiveContent',
] as const

/** Returns a member's filters from a row with those columns. */
export const filtersOfRow = ({ hidesPeople, hasNotInterested, sensitiveContent }: ViewerFilters): ViewerFilters => ({
  hidesPeople,
  hasNotInterested,
  sensitiveContent,
})

/**
 * `lists`: content offered to a member, which excludes people they blocked or muted and people who blocked them. `everywhere`:
 * content they can open at all; muted people remain visible on their profiles.
 */
export type PersonScope = 'lists' | 'everywhere'

/** Returns the condition that a person is visible to a viewer; the literal `true` for viewers who hide no one. */
export function isPersonShown(viewer: Viewer, person: string, scope: PersonScope): RawBuilder<SqlBool> {
  if (viewer.kind === 'visitor' || !viewer.filters.hidesPeople) return sql`true`
  return isShownTo(viewer.userId, person, scope)
}

/** The opposite, for counts of few rows: reads the rows of hidden people along an index on `person`. */
export function isPersonHidden(viewer: Viewer, person: string, scope: PersonScope): RawBuilder<SqlBool> {
  if (viewer.kind === 'visitor' || !viewer.filters.hidesPeople) return sql`false`
  return sql`(${sql.ref(person)} = any(array(
    select person_id from hidden_people where user_id = ${viewer.userId}::uuid ${reasonsOf(scope)})))`
}

const reasonsOf = (scope: PersonScope) => (scope === 'everywhere' ? sql`and reason <> 'mute'` : sql``)

/** The same for a member by id. */
export function isShownTo(userId: string, person: string, scope: PersonScope): RawBuilder<SqlBool> {
  const id = sql.ref(person)
  // An uncorrelated subquery: read once per statement.
  return sql`(${id} is null or ${id} not in (select person_id from hidden_people where user_id = ${userId}::uuid ${reasonsOf(scope)}))`
}

/** The same for a statement about multiple members: `member` is the column with their ids. */
export function isShownToEach(member: string, person: string, scope: PersonScope): RawBuilder<SqlBool> {
  return sql`(not exists (select from hidden_people
    where user_id = ${sql.ref(member)} and person_id = ${sql.ref(person)} ${reasonsOf(scope)}))`
}
