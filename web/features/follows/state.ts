import type { FollowUser, Relationship } from '#contract/people/follows.ts'

export type FollowAction = 'follow' | 'unfollow'
export type ListKind = 'followers' | 'following'

/** A person as lists show them. Usernames identify people. */
export type ListedPerson = Pick<
  FollowUser,
  'username' | 'displayName' | 'bio' | 'avatar' | 'followersCount' | 'isFollowing'
>

export interface FollowList {
  users: readonly ListedPerson[]
  isLoading: boolean
  isLoadingMore: boolean
  hasNextPage: boolean
  nextCursor: string | null
  totalCount: number
  error: unknown
  /** Whether the error concerns a later page. */
  isMoreError: boolean
  /** Milliseconds since 1970; null before the first page. */
  lastUpdated: number | null
}

interface Pending {
  action: FollowAction
  timestamp: number
  /** The last confirmed state, restored on failure. */
  held: Relationship
  person: ListedPerson
  /** The person's former index in the list. */
  index: number
}

/** The member's followers, following, and relation to every person seen. Maps, because a username may be `constructor`. */
export interface FollowState {
  followers: FollowList
  following: FollowList
  relationships: ReadonlyMap<string, Relationship>
  /** Optimistic changes that the server has not confirmed. */
  pending: ReadonlyMap<string, Pending>
  loading: ReadonlySet<string>
  /** The member's own counts, as shown in the profile. */
  profile: Counts
}

export interface Counts {
  followersCount: number
  followingCount: number
}

export interface ListPage {
  users: readonly FollowUser[]
  hasNextPage: boolean
  nextCursor: string | null
  totalCount: number
}

export const STRANGERS: Relationship = { isFollowing: false, isFollowedBy: false, followedAt: null }

const EMPTY: FollowList = {
  users: [],
  isLoading: false,
  isLoadingMore: false,
  hasNextPage: false,
  nextCursor: null,
  totalCount: 0,
  error: null,
  isMoreError: false,
  lastUpdated: null,
}

/** Returns the initial state with only the counts. Also used to clear the state. */
export const cleared = (profile: Counts): FollowState => ({
  followers: { ...EMPTY, totalCount: profile.followersCount },
  following: { ...EMPTY, totalCount: profile.followingCount },
  relationships: new Map(),
  pending: new Map(),
  loading: new Set(),
  profile,
})

/** Applies an optimistic change. */
export function requested(
  state: FollowState,
  person: ListedPerson,
  action: FollowAction,
  timestamp: number,
): FollowState {
  const { username } = person
  const before = state.relationships.get(username) ?? { ...STRANGERS, isFollowing: person.isFollowing }
  const earlier = state.pending.get(username)
  const index = state.following.users.findIndex((user) => user.username === username)
  const pending: Pending = {
    action,
    timestamp,
    held: earlier?.held ?? before,
    person: earlier?.person ?? person,
    index: index >= 0 ? index : (earlier?.index ?? 0),
  }
  const isFollowing = action === 'follow'
  const followedAt = isFollowing ? new Date(timestamp).toISOString() : null
  const next = isFollowing === before.isFollowing ? state : moved(state, pending.person, isFollowing, 0)
  return {
    ...next,
    relationships: withEntry(next.relationships, username, { ...before, isFollowing, followedAt }),
    pending: withEntry(next.pending, username, pending),
    loading: new Set([...next.loading, username]),
  }
}

/** Applies a change that the server confirmed. A newer pending change stays on screen and falls back to the confirmed state. */
export function confirmed(
  state: FollowState,
  username: string,
  action: FollowAction,
  relationship?: Relationship,
): FollowState {
  const pending = state.pending.get(username)
  if (!pending) return relationship ? withRelationship(state, username, relationship) : state
  const held = relationship ?? { ...pending.held, isFollowing: action === 'follow' }
  if (pending.action === action) return settled(state, username, pending, held)
  return { ...state, pending: withEntry(state.pending, username, { ...pending, held }) }
}

/** Reverts a failed change to the confirmed state, which may already match a newer change. */
export function failed(state: FollowState, username: string, relationship?: Relationship): FollowState {
  const pending = state.pending.get(username)
  return pending ? settled(state, username, pending, relationship ?? pending.held) : state
}

function settled(state: FollowState, username: string, pending: Pending, held: Relationship): FollowState {
  const shown = isFollowing(state, username)
  const next = shown === held.isFollowing ? state : moved(state, pending.person, held.isFollowing, pending.index)
  return {
    ...next,
    relationships: withEntry(next.relationships, username, held),
    pending: without(next.pending, username),
    loading: new Set([...next.loading].filter((name) => name !== username)),
  }
}

/** Moves a person into or out of the following list and updates both counts. */
function moved(state: FollowState, person: ListedPerson, into: boolean, index: number): FollowState {
  const others = state.following.users.filter((user) => user.username !== person.username)
  const users = into ? others.toSpliced(index, 0, { ...person, isFollowing: true }) : others
  return withFollowingCount({ ...state, following: { ...state.following, users } }, into ? 1 : -1)
}

function withFollowingCount(state: FollowState, by: 1 | -1): FollowState {
  return {
    ...state,
    following: { ...state.following, totalCount: Math.max(0, state.following.totalCount + by) },
    profile: { ...state.profile, followingCount: Math.max(0, state.profile.followingCount + by) },
  }
}

/** Removes a person who no longer exists or is no longer followed. */
export function removedFromFollowing(state: FollowState, username: string): FollowState {
  const listed = state.following.users.find((user) => user.username === username)
  const person = listed ?? {
    username,
    displayName: username,
    bio: '',
    avatar: null,
    followersCount: 0,
    isFollowing: true,
  }
  const next = isFollowing(state, username) ? moved(state, person, false, 0) : state
  const relationship = { ...(next.relationships.get(username) ?? STRANGERS), isFollowing: false, followedAt: null }
  return {
    ...withRelationship(next, username, relationship),
    pending: without(next.pending, username),
    loading: new Set([...next.loading].filter((name) => name !== username)),
  }
}

export interface RemovedFollower {
  person: ListedPerson
  index: number
}

/** Removes a follower. Also returns the data needed to restore them. */
export function followerRemoved(state: FollowState, username: string): [FollowState, RemovedFollower | null] {
  const index = state.followers.users.findIndex((user) => user.username === username)
  const person = state.followers.users[index]
  if (!person) return [state, null]
  const users = state.followers.users.filter((user) => user !== person)
  return [withFollowers(state, username, users, -1), { person, index }]
}

export function followerRestored(state: FollowState, { person, index }: RemovedFollower): FollowState {
  if (state.followers.users.some((user) => user.username === person.username)) return state
  return withFollowers(state, person.username, state.followers.users.toSpliced(index, 0, person), 1)
}

function withFollowers(state: FollowState, username: string, users: readonly ListedPerson[], by: 1 | -1): FollowState {
  const relationship = { ...(state.relationships.get(username) ?? STRANGERS), isFollowedBy: by === 1 }
  return {
    ...withRelationship(state, username, relationship),
    followers: { ...state.followers, users, totalCount: Math.max(0, state.followers.totalCount + by) },
    profile: { ...state.profile, followersCount: Math.max(0, state.profile.followersCount + by) },
  }
}

/** Applies relations from a response, unless a newer change is pending. */
export function merged(
  state: FollowState,
  people: readonly { username: string; relationship: Relationship }[],
): FollowState {
  const news = people.filter(({ username, relationship }) => {
    const known = state.relationships.get(username)
    return !state.pending.get(username) && !(known && same(known, relationship))
  })
  if (news.length === 0) return state
  const relationships = new Map(state.relationships)
  for (const { username, relationship } of news) relationships.set(username, relationship)
  return { ...state, relationships }
}

const same = (a: Relationship, b: Relationship) =>
  a.isFollowing === b.isFollowing && a.isFollowedBy === b.isFollowedBy && a.followedAt === b.followedAt

/** Sets authoritative counts, shown in the profile and in list titles. */
export function countsSet(state: FollowState, counts: Partial<Counts>): FollowState {
  const profile = {
    followersCount: Math.max(0, counts.followersCount ?? state.profile.followersCount),
    followingCount: Math.max(0, counts.followingCount ?? state.profile.followingCount),
  }
  return {
    ...state,
    profile,
    followers: { ...state.followers, totalCount: profile.followersCount },
    following: { ...state.following, totalCount: profile.followingCount },
  }
}

/** Like `countsSet`, for the number counted by the server: adds changes that are not confirmed yet. */
export function followingCounted(state: FollowState, serverCount: number): FollowState {
  const ahead = [...state.pending.values()].reduce(
    (sum, { action, held }) => sum + Number(action === 'follow') - Number(held.isFollowing),
    0,
  )
  return countsSet(state, { followingCount: serverCount + ahead })
}

export const isFollowing = (state: FollowState, username: string): boolean =>
  state.relationships.get(username)?.isFollowing ?? false

/** Ends follows in both directions. */
export function endedByBlock(state: FollowState, username: string): FollowState {
  const without = removedFromFollowing(state, username)
  const users = without.followers.users.filter((user) => user.username !== username)
  const isFollower = without.relationships.get(username)?.isFollowedBy || users.length < without.followers.users.length
  return isFollower ? withFollowers(without, username, users, -1) : without
}

export function withRelation(state: FollowState, username: string, said: Partial<Relationship>): FollowState {
  return withRelationship(state, username, { ...(state.relationships.get(username) ?? STRANGERS), ...said })
}

function withRelationship(state: FollowState, username: string, relationship: Relationship): FollowState {
  return { ...state, relationships: withEntry(state.relationships, username, relationship) }
}

function withEntry<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  return new Map(map).set(key, value)
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
