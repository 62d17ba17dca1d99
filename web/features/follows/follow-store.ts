import { useCallback, useSyncExternalStore } from 'react'
import type { Relationship } from '#contract/people/follows.ts'
import { nextMoment, objectsIn, onAnswer } from '../../lib/answers.ts'
import { currentSession, onSessionChange, updateUser } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { relationsIn } from './relations-in.ts'
import { type Counts, cleared, countsSet, endedByBlock, type FollowState, merged, STRANGERS } from './state.ts'

const NONE: Counts = { followersCount: 0, followingCount: 0 }
const ownCounts = (): Counts => currentSession().user?.stats ?? NONE

/** Shared by all screens, so that a change shows everywhere at once. */
const store = createStore<FollowState>(cleared(ownCounts()))
let member = currentSession().user?.userId ?? null

onSessionChange(() => {
  const { user } = currentSession()
  if ((user?.userId ?? null) !== member) {
    member = user?.userId ?? null
    moments.clear()
    store.set(cleared(ownCounts()))
    return
  }
  if (user) setOwnCounts(user.stats)
})

/** Sets the member's own counts from the server. Ignored while a change is pending, since the UI is ahead of the server then. */
export function setOwnCounts({ followersCount, followingCount }: Counts): void {
  const { profile, pending } = store.get()
  const counts = { followersCount, followingCount }
  if (pending.size === 0 && !sameCounts(counts, profile)) update((state) => countsSet(state, counts))
}

store.subscribe(() => {
  const { user } = currentSession()
  const { profile } = store.get()
  if (user && user.userId === member && !sameCounts(user.stats, profile))
    updateUser({ stats: { ...user.stats, ...profile } })
})

const sameCounts = (a: Counts, b: Counts) =>
  a.followersCount === b.followersCount && a.followingCount === b.followingCount

export const followState = store.get

/** The signed-in member's id. Callers compare it before and after a request and drop the response if it changed. */
export const currentMember = (): string | null => member

export function update(change: (state: FollowState) => FollowState): void {
  store.set(change(store.get()))
}

export function useFollowState<T>(select: (state: FollowState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** Returns the member's relation to a person. `held` is the card's data, used if the store has nothing. */
export function useRelationship(username: string, held: Partial<Relationship> | undefined): Relationship {
  const known = useFollowState(useCallback((state) => state.relationships.get(username), [username]))
  return known ?? { ...STRANGERS, ...held }
}

/**
 * Returns a person's follower count, adjusted by the member's changes since the response.
 * @param held the member's own follow in the same response as `counted`
 */
export function useFollowersCount(username: string, counted: number, held: Partial<Relationship> | undefined): number {
  const { isFollowing } = useRelationship(username, held)
  return Math.max(0, counted + Number(isFollowing) - Number(held?.isFollowing ?? false))
}

/** When each person's relation was last updated, by a response or by a settled change of the member's. */
const moments = new Map<string, number>()

/** Marks a change as settled or failed. Responses to earlier requests then no longer update the relation. */
export const noteChanged = (username: string): void => void moments.set(username, nextMoment())

/** Applies a block, which ends follows in both directions. */
export function noteBlocked(username: string): void {
  noteChanged(username)
  update((state) => endedByBlock(state, username))
}

/** Whether the store has newer data on a person than a response to a request of that moment. */
export const isOutdated = (username: string, askedAt: number): boolean => (moments.get(username) ?? askedAt) > askedAt

onAnswer((answer, moment) => {
  if (member === null) return
  const news = [...objectsIn(answer)].flatMap(relationsIn).filter(({ username }) => !isOutdated(username, moment))
  if (news.length === 0) return
  for (const { username } of news) moments.set(username, moment)
  update((state) =>
    merged(
      state,
      news.map(({ username, ...said }) => {
        const known = state.relationships.get(username) ?? STRANGERS
        const isSame = known.isFollowing === said.isFollowing
        return { username, relationship: { ...known, ...(isSame ? {} : { followedAt: null }), ...said } }
      }),
    ),
  )
})
