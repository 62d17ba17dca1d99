import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRole } from '#contract/people/roles.ts'
import { filtersOf, type Viewer } from '#server/platform/viewer.ts'
import { isPersonHidden, isPersonShown, isShownTo, type PersonScope } from '../../users/lists/hidden-people.ts'
import { isInReview, isLive, isNotSensitive, isOfLiveMeme, isRemoved } from './states.ts'

export interface Rule {
  /** `open`: also memes in review, for their owner and moderators. `own`: also the viewer's memes in review and removed ones. */
  state: 'live' | 'open' | 'own' | 'notDeleted'
  /** Leaves out memes of hidden people: `lists` also of muted ones, `everywhere` only where one blocked the other. */
  people: PersonScope | 'all'
  /** `preference`: as the viewer set; by default the client blurs them. */
  sensitive: 'never' | 'preference' | 'always'
  /** Which "not interested" entries apply. */
  interests: readonly NotInterested[]
}
type NotInterested = 'meme' | 'user' | 'tag' | 'template'

/**
 * The ways to encounter a meme, each with its visibility rule. docs/security.md lists which list uses which scope.
 * Offered to me: `featured` (without a request, or by software that cannot blur), `feed` (chosen for a viewer), `template` (on the
 * page of a template), `offered` (found) and `person` (on the page of its creator).
 * Opened by me: `opened`, by its own address. Mine: `mine`, in lists that a member made; `own`, my uploads. The desk: `desk`.
 */
export const MEME_SCOPES = {
  featured: { state: 'live', people: 'lists', sensitive: 'never', interests: [] },
  feed: { state: 'live', people: 'lists', sensitive: 'preference', interests: ['meme', 'user', 'tag', 'template'] },
  template: { state: 'live', people: 'lists', sensitive: 'preference', interests: ['meme', 'user', 'tag'] },
  offered: { state: 'live', people: 'lists', sensitive: 'preference', interests: [] },
  person: { state: 'live', people: 'everywhere', sensitive: 'preference', interests: [] },
  opened: { state: 'open', people: 'everywhere', sensitive: 'always', interests: [] },
  mine: { state: 'live', people: 'everywhere', sensitive: 'always', interests: [] },
  own: { state: 'own', people: 'everywhere', sensitive: 'always', interests: [] },
  desk: { state: 'notDeleted', people: 'all', sensitive: 'always', interests: [] },
} as const satisfies Record<string, Rule>
export type MemeScope = keyof typeof MEME_SCOPES

/**
 * The visibility filter: the condition that a viewer may see the meme `m` in a scope. The pipeline applies it to every list. A
 * candidate source adds the same condition to its statement to find a full page at once.
 */
export function isVisible(viewer: Viewer, scope: MemeScope): RawBuilder<SqlBool> {
  const { state, ...rules }: Rule = MEME_SCOPES[scope]
  return sql`(${sql.join([isInState(viewer, state), ...viewerConditions(viewer, rules)], sql` and `)})`
}

/** True if the viewer sees every live meme in a scope, so that stored counts apply. */
export const seesAllLive = (viewer: Viewer, scope: MemeScope): boolean =>
  viewerConditions(viewer, MEME_SCOPES[scope]).length === 0

/** Condition for memes of people that the viewer does not see in lists, to subtract them from a count of all. */
export const isOfHiddenPerson = (viewer: Viewer): RawBuilder<SqlBool> => isPersonHidden(viewer, 'm.user_id', 'lists')

/** `isVisible` for a row that has the id of a live meme or a removed one; reads the meme only if the viewer hides anything. */
export function isVisibleById(viewer: Viewer, scope: 'featured' | 'offered', memeId: string): RawBuilder<SqlBool> {
  const id = sql.ref(memeId)
  const conditions = viewerConditions(viewer, MEME_SCOPES[scope])
  if (conditions.length === 0) return isOfLiveMeme(id)
  return sql`(${isOfLiveMeme(id)} and (select ${sql.join(conditions, sql` and `)} from memes m where m.id = ${id}))`
}

/** `mine` for a member by id. */
export const isVisibleToMember = (userId: string, alias = 'm'): RawBuilder<SqlBool> =>
  sql`(${isLive(alias)} and ${isShownTo(userId, `${alias}.user_id`, MEME_SCOPES.mine.people)})`

/**
 * The meme `m` of a notification for a member, given as SQL: as `offered`, except that their own sensitive memes always appear.
 */
export const isNotifiable = (userId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${isLive()} and (m.user_id is null or m.user_id not in (select person_id from hidden_people where user_id = ${userId}))
    and (${isNotSensitive()} or m.user_id = ${userId}
      or (select sensitive_content from users where id = ${userId}) <> 'hide'))`

function isInState(viewer: Viewer, state: Rule['state']): RawBuilder<SqlBool> {
  if (state === 'notDeleted') return sql`(m.deleted_at is null)`
  if (state === 'live' || viewer.kind === 'visitor') return isLive()
  if (state === 'own')
    return sql`(${isLive()} or (m.user_id = ${viewer.userId}::uuid and (${isInReview()} or ${isRemoved()})))`
  const own = hasRole(viewer.role, 'moderator') ? sql`true` : sql`m.user_id = ${viewer.userId}::uuid`
  return sql`(${isLive()} or (${isInReview()} and ${own}))`
}

/** Returns only the conditions that this viewer needs; viewers who hide nothing need none. */
function viewerConditions(
  viewer: Viewer,
  { people, sensitive, interests }: Omit<Rule, 'state'>,
): RawBuilder<SqlBool>[] {
  const { hidesPeople, hasNotInterested, sensitiveContent } = filtersOf(viewer)
  const hidesSensitive = sensitive === 'never' || (sensitive === 'preference' && sensitiveContent === 'hide')
  return [
    ...(hidesPeople && people !== 'all' ? [isPersonShown(viewer, 'm.user_id', people)] : []),
    ...(hidesSensitive ? [isNotSensitive()] : []),
    ...(hasNotInterested && viewer.kind === 'member' ? interests.map((kind) => isOfInterest(viewer.userId, kind)) : []),
  ]
}

/** Uncorrelated subqueries: each kind is read once per statement, so that a thousand tags cost little more than one. */
function isOfInterest(userId: string, kind: NotInterested): RawBuilder<SqlBool> {
  const entries = sql`from not_interested where user_id = ${userId}::uuid and kind = ${kind}`
  const ids = sql`(select target::uuid ${entries})`
  if (kind === 'meme') return sql`m.id not in ${ids}`
  if (kind === 'user') return sql`(m.user_id is null or m.user_id not in ${ids})`
  if (kind === 'tag')
    return sql`(m.tags = '{}' or not exists (select from unnest(m.tags) g where g in (select target ${entries})))`
  return sql`((select template_id from meme_templates where meme_id = m.id) in ${ids}) is not true`
}
