import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { filtersOf, type Viewer, type ViewerFilters } from '../viewer.ts'
import { isNotSensitive } from './live-memes-queries.ts'

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
export type Scope = 'lists' | 'everywhere'

/** Whether a person is visible to a viewer. Just `true` for viewers who hide no one, so that they pay no cost. */
export function isPersonShown(viewer: Viewer, person: string, scope: Scope): RawBuilder<SqlBool> {
  if (viewer.kind === 'visitor' || !viewer.filters.hidesPeople) return sql`true`
  return isShownTo(viewer.userId, person, scope)
}

const reasonsOf = (scope: Scope) => (scope === 'everywhere' ? sql`and reason <> 'mute'` : sql``)

/** The same for a member known only by id. */
export function isShownTo(userId: string, person: string, scope: Scope): RawBuilder<SqlBool> {
  const id = sql.ref(person)
  // An uncorrelated subquery: read once per statement.
  return sql`(${id} is null or ${id} not in (select person_id from hidden_people where user_id = ${userId}::uuid ${reasonsOf(scope)}))`
}

/** The same for a statement about multiple members: `member` is the column with their ids. */
export function isShownToEach(member: string, person: string, scope: Scope): RawBuilder<SqlBool> {
  return sql`(not exists (select from hidden_people
    where user_id = ${sql.ref(member)} and person_id = ${sql.ref(person)} ${reasonsOf(scope)}))`
}

/** Whether the meme `m` is not of a kind that the viewer hides. */
export const isKindShown = (viewer: Viewer): RawBuilder<SqlBool> =>
  filtersOf(viewer).sensitiveContent === 'hide' ? isNotSensitive() : sql`true`

/** Whether a list may offer the meme `m` to a viewer: its creator is not hidden, nor is its kind. */
export const isListed = (viewer: Viewer): RawBuilder<SqlBool> =>
  sql`(${isPersonShown(viewer, 'm.user_id', 'lists')} and ${isKindShown(viewer)})`

/** The same for a row that has a meme's id. */
export function isListedById(viewer: Viewer, memeId: string): RawBuilder<SqlBool> {
  const { hidesPeople, sensitiveContent } = filtersOf(viewer)
  if (!hidesPeople && sensitiveContent !== 'hide') return sql`true`
  return sql`(select ${isListed(viewer)} from memes m where m.id = ${sql.ref(memeId)})`
}
