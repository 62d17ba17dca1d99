import type { FollowUser, Relationship } from '#contract/people/follows.ts'
import { countsSet, type FollowState, type ListedPerson, type ListKind, type ListPage, merged } from './state.ts'

export function listLoading(state: FollowState, kind: ListKind): FollowState {
  return { ...state, [kind]: { ...state[kind], isLoading: true, error: null } }
}

export function listLoadingMore(state: FollowState, kind: ListKind): FollowState {
  return { ...state, [kind]: { ...state[kind], isLoadingMore: true, error: null } }
}

/** Stores the error. The list's entries stay. */
export function listFailed(state: FollowState, kind: ListKind, error: unknown): FollowState {
  return {
    ...state,
    [kind]: { ...state[kind], isLoading: false, isLoadingMore: false, error, isMoreError: state[kind].isLoadingMore },
  }
}

/** Replaces the list with a new first page, with pending changes applied on top, since the page may predate them. */
export function listReplaced(state: FollowState, kind: ListKind, page: ListPage, now: number): FollowState {
  const next = merged(state, page.users.map(toRelationship(kind)))
  const { users, totalCount } =
    kind === 'following' ? overlaid(next, page) : { users: page.users.map(toListed), totalCount: page.totalCount }
  const list = { ...paged(next, kind, page), users, isLoading: false, lastUpdated: now }
  return countsSet(
    { ...next, [kind]: list },
    kind === 'following' ? { followingCount: totalCount } : { followersCount: totalCount },
  )
}

/** Appends the next page. Skips people who are already in the list or being unfollowed. */
export function listAppended(state: FollowState, kind: ListKind, page: ListPage, now: number): FollowState {
  const next = merged(state, page.users.map(toRelationship(kind)))
  const known = new Set(next[kind].users.map(({ username }) => username))
  const news = page.users.filter(
    ({ username }) =>
      !known.has(username) && !(kind === 'following' && next.pending.get(username)?.action === 'unfollow'),
  )
  const users = [...next[kind].users, ...news.map(toListed)]
  return { ...next, [kind]: { ...paged(next, kind, page), users, lastUpdated: now } }
}

const paged = (state: FollowState, kind: ListKind, page: ListPage) => ({
  ...state[kind],
  hasNextPage: page.hasNextPage,
  nextCursor: page.nextCursor,
  isLoadingMore: false,
  error: null,
})

/** Returns the first page of the following list as it will be once all pending changes succeed. */
function overlaid(state: FollowState, page: ListPage): { users: readonly ListedPerson[]; totalCount: number } {
  const listed = new Set(page.users.map(({ username }) => username))
  const entries = [...state.pending]
  // Followed but not on this page: either on a later page or, without later pages, already unfollowed.
  const mayBeLater = (username: string) => page.hasNextPage && state.pending.get(username)?.held.isFollowing === true
  const left = entries.filter(
    ([username, { action }]) => action === 'unfollow' && (listed.has(username) || mayBeLater(username)),
  )
  const added = entries
    .filter(([username, { action }]) => action === 'follow' && !listed.has(username) && !mayBeLater(username))
    .sort(([, a], [, b]) => b.timestamp - a.timestamp)
    .map(([, { person }]) => ({ ...person, isFollowing: true }))
  const leaving = new Set(left.map(([username]) => username))
  return {
    users: [...added, ...page.users.filter(({ username }) => !leaving.has(username)).map(toListed)],
    totalCount: Math.max(0, page.totalCount + added.length - left.length),
  }
}

const toListed = ({ username, displayName, bio, avatar, followersCount, isFollowing }: FollowUser): ListedPerson => ({
  username,
  displayName,
  bio,
  avatar,
  followersCount,
  isFollowing,
})

/** `followedAt` of an entry is the date of the list's own follow. Only in the following list is it the member's follow. */
const toRelationship =
  (kind: ListKind) =>
  ({
    username,
    isFollowing,
    isFollowedBy,
    followedAt,
  }: FollowUser): { username: string; relationship: Relationship } => ({
    username,
    relationship: { isFollowing, isFollowedBy, followedAt: kind === 'following' ? followedAt : null },
  })
