import { describe, expect, it } from 'vitest'
import type { FollowUser, Relationship } from '#contract/people/follows.ts'
import { listAppended, listFailed, listLoading, listLoadingMore, listReplaced } from './list-state.ts'
import {
  cleared,
  confirmed,
  countsSet,
  type FollowState,
  failed,
  followerRemoved,
  followerRestored,
  followingCounted,
  isFollowing,
  type ListPage,
  merged,
  removedFromFollowing,
  requested,
  STRANGERS,
} from './state.ts'

const person = (username: string, isFollowing = false) => ({
  username,
  displayName: username.toUpperCase(),
  bio: '',
  avatar: null,
  followersCount: 1,
  isFollowing,
})
const listed = (username: string, isFollowing = true): FollowUser => ({
  ...person(username, isFollowing),
  _id: `id of ${username}`,
  isFollowedBy: false,
  followedAt: '2026-01-01T00:00:00.000Z',
})
const page = (names: string[], more: Partial<ListPage> = {}): ListPage => ({
  users: names.map((name) => listed(name)),
  hasNextPage: false,
  nextCursor: null,
  totalCount: names.length,
  ...more,
})
const NONE = { followersCount: 0, followingCount: 0 }
const names = (state: FollowState) => state.following.users.map(({ username }) => username)
const start = (...following: string[]) => listReplaced(cleared(NONE), 'following', page(following), 1)
const AT = Date.parse('2026-02-02T10:00:00.000Z')

describe('a follow', () => {
  it('shows at once: relationship, top of the list, both counts, pending and loading', () => {
    const before = merged(start('bob'), [{ username: 'anna', relationship: { ...STRANGERS, isFollowedBy: true } }])
    const state = requested(before, person('anna'), 'follow', AT)
    expect(state.relationships.get('anna')).toEqual({
      isFollowing: true,
      isFollowedBy: true,
      followedAt: '2026-02-02T10:00:00.000Z',
    })
    expect(names(state)).toEqual(['anna', 'bob'])
    expect(state.following.users[0]?.isFollowing).toBe(true)
    expect([state.following.totalCount, state.profile.followingCount]).toEqual([2, 2])
    expect(state.pending.get('anna')).toMatchObject({ action: 'follow', timestamp: AT })
    expect([...state.loading]).toEqual(['anna'])
  })

  it('of somebody who stands in the list already does not list them twice', () => {
    const stray = { ...start('anna'), relationships: new Map<string, Relationship>() }
    expect(names(requested(stray, person('anna'), 'follow', AT))).toEqual(['anna'])
  })

  it('when confirmed takes over what the server says of the relationship', () => {
    const relationship = { isFollowing: true, isFollowedBy: true, followedAt: '2026-02-02T10:00:01.000Z' }
    const state = confirmed(requested(start(), person('anna'), 'follow', AT), 'anna', 'follow', relationship)
    expect(state.relationships.get('anna')).toEqual(relationship)
    expect([state.pending.size, state.loading.size, state.profile.followingCount]).toEqual([0, 0, 1])
  })

  it('when it fails takes everything back', () => {
    const before = start('bob')
    const state = failed(requested(before, person('anna'), 'follow', AT), 'anna')
    expect(state).toEqual({ ...before, relationships: new Map([...before.relationships, ['anna', STRANGERS]]) })
  })

  it('when it fails goes to what the server says, where it says something', () => {
    const relationship = { isFollowing: false, isFollowedBy: true, followedAt: null }
    expect(
      failed(requested(start(), person('anna'), 'follow', AT), 'anna', relationship).relationships.get('anna'),
    ).toEqual(relationship)
  })
})

describe('an unfollow', () => {
  it('takes the person out of the list and both counts down', () => {
    const state = requested(start('anna', 'bob'), person('anna', true), 'unfollow', AT)
    expect(names(state)).toEqual(['bob'])
    expect([state.following.totalCount, state.profile.followingCount]).toEqual([1, 1])
    expect(state.relationships.get('anna')).toMatchObject({ isFollowing: false, followedAt: null })
  })

  it('of somebody met on a card alone never brings a count below 0', () => {
    const state = requested(cleared(NONE), person('anna', true), 'unfollow', AT)
    expect([state.following.totalCount, state.profile.followingCount]).toEqual([0, 0])
  })

  it('when it fails puts the person back where they stood', () => {
    const before = start('anna', 'bob', 'cleo')
    const state = failed(requested(before, person('bob', true), 'unfollow', AT), 'bob')
    expect(state).toEqual(before)
  })

  it('of a person who is gone holds without the server', () => {
    const state = removedFromFollowing(requested(start('anna'), person('bob'), 'follow', AT), 'bob')
    expect([names(state), state.profile.followingCount, state.pending.size]).toEqual([['anna'], 1, 0])
    expect(removedFromFollowing(start('anna'), 'anna').profile.followingCount).toBe(0)
    expect(removedFromFollowing(start('anna'), 'stranger').profile.followingCount).toBe(1)
  })
})

describe('quick taps', () => {
  const follow = requested(start(), person('anna'), 'follow', AT)
  const takenBack = requested(follow, person('anna'), 'unfollow', AT + 1)

  it('keep the newer value when the older is confirmed, and fall back to that when the newer fails', () => {
    const state = confirmed(takenBack, 'anna', 'follow')
    expect([isFollowing(state, 'anna'), state.profile.followingCount, state.loading.has('anna')]).toEqual([
      false,
      0,
      true,
    ])
    const back = failed(state, 'anna')
    expect([isFollowing(back, 'anna'), names(back), back.profile.followingCount]).toEqual([true, ['anna'], 1])
  })

  it('are over when the older fails and the newer wanted just that', () => {
    const state = failed(takenBack, 'anna')
    expect([isFollowing(state, 'anna'), state.profile.followingCount, state.pending.size, state.loading.size]).toEqual([
      false,
      0,
      0,
      0,
    ])
  })
})

describe('the lists', () => {
  it('tell loading, loading more and an error apart, for each list', () => {
    const state = listLoadingMore(listLoading(start('anna'), 'followers'), 'following')
    expect([state.followers.isLoading, state.followers.isLoadingMore]).toEqual([true, false])
    expect([state.following.isLoading, state.following.isLoadingMore]).toEqual([false, true])
    const error = new Error('offline')
    const broken = listFailed(state, 'following', error)
    expect([broken.following.error, broken.following.isLoadingMore, names(broken)]).toEqual([error, false, ['anna']])
    expect(broken.followers.isLoading).toBe(true)
    expect(listLoading(broken, 'following').following.error).toBeNull()
  })

  it('are replaced with their page, total and time', () => {
    const state = listReplaced(
      start('anna'),
      'followers',
      page(['bob'], { hasNextPage: true, nextCursor: 'next', totalCount: 9 }),
      77,
    )
    expect(state.followers).toMatchObject({ hasNextPage: true, nextCursor: 'next', totalCount: 9, lastUpdated: 77 })
    expect(state.profile).toEqual({ followersCount: 9, followingCount: 1 })
  })

  it('grow by a page without listing anybody twice', () => {
    const state = listAppended(start('anna', 'bob'), 'following', page(['bob', 'cleo']), 2)
    expect(names(state)).toEqual(['anna', 'bob', 'cleo'])
  })

  it('keep what is under way on top of a page that was read before it', () => {
    const state = requested(requested(start('bob'), person('anna'), 'follow', AT), person('bob', true), 'unfollow', AT)
    const reloaded = listReplaced(state, 'following', page(['bob']), 2)
    expect([names(reloaded), reloaded.profile.followingCount]).toEqual([['anna'], 1])
  })

  it('count what is under way once when the page was read after it', () => {
    const state = requested(requested(start('bob'), person('anna'), 'follow', AT), person('bob', true), 'unfollow', AT)
    const reloaded = listReplaced(state, 'following', page(['anna']), 2)
    expect([names(reloaded), reloaded.profile.followingCount]).toEqual([['anna'], 1])
  })

  it('do not bring back on a later page who is just being left', () => {
    const first = listReplaced(cleared(NONE), 'following', page(['anna'], { hasNextPage: true, totalCount: 2 }), 1)
    const leaving = requested(first, person('bob', true), 'unfollow', AT)
    const reloaded = listReplaced(leaving, 'following', page(['anna'], { hasNextPage: true, totalCount: 2 }), 2)
    expect(reloaded.profile.followingCount).toBe(1)
    expect(names(listAppended(reloaded, 'following', page(['bob']), 3))).toEqual(['anna'])
  })
})

describe('a follower', () => {
  it('who is removed leaves list and counts, and comes back where the server refuses', () => {
    const before = listReplaced(cleared(NONE), 'followers', page(['anna', 'bob']), 1)
    const [state, removed] = followerRemoved(before, 'bob')
    expect(state.followers.users.map(({ username }) => username)).toEqual(['anna'])
    expect([state.followers.totalCount, state.profile.followersCount]).toEqual([1, 1])
    expect(removed && followerRestored(state, removed).followers).toEqual(before.followers)
    expect(removed && followerRestored(before, removed)).toBe(before)
  })

  it('who is not listed is removed from nothing', () => {
    expect(followerRemoved(start(), 'anna')).toEqual([start(), null])
  })
})

describe('what else is told', () => {
  it('counts stand in the profile and in the titles, and never below 0', () => {
    const state = countsSet(start('anna'), { followersCount: 5, followingCount: -3 })
    expect(state.profile).toEqual({ followersCount: 5, followingCount: 0 })
    expect([state.followers.totalCount, state.following.totalCount]).toEqual([5, 0])
  })

  it('a count of the server leaves out what is not confirmed', () => {
    const state = requested(start('anna'), person('bob'), 'follow', AT)
    expect(followingCounted(state, 7).profile.followingCount).toBe(8)
  })

  it('a relationship does not overrule a change under way, and the same again changes nothing', () => {
    const state = requested(start(), person('anna'), 'follow', AT)
    expect(merged(state, [{ username: 'anna', relationship: STRANGERS }])).toBe(state)
    const known = merged(state, [{ username: 'bob', relationship: STRANGERS }])
    expect(merged(known, [{ username: 'bob', relationship: { ...STRANGERS } }])).toBe(known)
  })

  it('a cleared cache keeps the counts of the profile alone', () => {
    const state = cleared({ followersCount: 3, followingCount: 4 })
    expect([state.followers.totalCount, state.following.totalCount]).toEqual([3, 4])
    expect([state.following.users, state.following.hasNextPage, state.relationships.size]).toEqual([[], false, 0])
  })
})
