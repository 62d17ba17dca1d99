import { useCallback, useSyncExternalStore } from 'react'
import type { Relationship } from '#contract/follows.ts'
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

/** The member's own counts from the server. While a change is pending the screen is ahead of them. */
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

/** Responses for another member than the current one are dropped. */
export const currentMember = (): string | null => member

export function update(change: (state: FollowState) => FollowState): void {
  store.set(change(store.get()))
}

export function useFollowState<T>(select: (state: FollowState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The relation of the member to a person; `held` is the card's data, used if nothing newer is known. */
export function useRelationship(username: string, held: Partial<Relationship> | undefined): Relationship {
  const known = useFollowState(useCallback((state) => state.relationships.get(username), [username]))
  return known ?? { ...STRANGERS, ...held }
}

/**
 * A person's number of followers with what the member has changed since it was counted.
 * @param held what the same answer said of the member's own follow
 */
export function useFollowersCount(username: string, counted: number, held: Partial<Relationship> | undefined): number {
  const { isFollowing } = useRelationship(username, held)
  return Math.max(0, counted + Number(isFollowing) - Number(held?.isFollowing ?? false))
}

/** When the relation to a person was last learned, by an answer or by a change of the member's that was settled. */
const moments = new Map<string, number>()

/** A change is settled, or failed: answers to what was asked before it say nothing about the person any more. */
export const noteChanged = (username: string): void => void moments.set(username, nextMoment())

/** A block ends the follows of both. */
export function noteBlocked(username: string): void {
  noteChanged(username)
  update((state) => endedByBlock(state, username))
}

/** Whether something newer than an answer to a question of that moment is known of a person. */
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
