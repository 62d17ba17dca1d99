import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Meme } from '#contract/memes/memes.ts'
import type { FollowUser } from '#contract/people/follows.ts'
import type { UserCard } from '#contract/people/users.ts'
import { FollowingEmpty } from '#web/app/routes/following-empty.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { HoverCard } from '#web/features/follows/hover-card.tsx'
import { OwnFollowers } from '#web/features/follows/own-follows.tsx'
import { MemeScreen } from '#web/features/meme-lists/meme-screen.tsx'
import { UserScreen } from '#web/features/meme-lists/user-screen.tsx'
import { memeNumber } from './meme.ts'
import { leaveScreen, type Replies, showScreen } from './screen.tsx'
import { signInAs } from './session.ts'

/* Renders one person on every screen that shows them, all at once. Each test changes the follow from one screen, then expects
   all screens to agree with each other and with the server. */

/** Valid usernames that every object has as properties. A store that uses a plain object would find or set the inherited ones. */
export const HOSTILE = ['constructor', '__proto__']
export const ORDINARY = 'anna'

export const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
export const at = '2026-01-01T00:00:00.000Z'
export let username = ''
export let relation = { isFollowing: false, isFollowedBy: true }
let others = 6
export let isBlocked = false
let run = 0

const followers = () => others + Number(relation.isFollowing)
export const card = (): UserCard => ({
  _id: `id of ${username}`,
  username,
  displayName: 'Somebody',
  bio: '',
  avatarUrl: null,
  stats: { followersCount: followers(), followingCount: 1, memesCount: 1 },
  createdAt: at,
  viewer: { ...relation, isSelf: false, isMuted: false },
})
const listed = (): FollowUser => ({
  ...{ _id: `id of ${username}`, username, displayName: 'Somebody', bio: '', avatar: null, followedAt: at },
  followersCount: followers(),
  ...relation,
})
const meme = (): Meme => ({
  ...memeNumber(500 + run),
  userId: `id of ${username}`,
  creator: {
    ...{ _id: `id of ${username}`, username, displayName: 'Somebody', avatarUrl: null },
    followCount: followers(),
    followingCount: 1,
  },
  viewer: {
    ...{ isLiked: false, isDisliked: false, isInAlbum: false, isOwner: false },
    isFollowingCreator: relation.isFollowing,
  },
})
const ranked = () => {
  const gained = { followersGained: 0, memesPosted: 0, likesReceived: 0, copiesReceived: 0, viewsReceived: 0 }
  const totals = { totalMemes: 1, totalLikes: 0, totalCopies: 0, totalViews: 0, totalFollowers: followers() }
  const { stats: _, createdAt: __, ...person } = card()
  return { ...person, rank: 1, analytics: { ...gained, ...totals }, viewer: { ...relation, isSelf: false } }
}
export const page = (data: unknown[]) => ({
  body: { success: true, data, hasNext: false, hasNextPage: false, nextCursor: null, totalCount: data.length },
})
const follow = (isFollowing: boolean) => () => {
  relation = { ...relation, isFollowing }
  const relationship = { ...relation, followedAt: isFollowing ? at : null }
  const data = { relationship, followersCount: followers(), followingCount: Number(isFollowing) }
  return { body: { success: true, message: 'Done', data } }
}
const block = (next: boolean) => () => {
  isBlocked = next
  if (next) relation = { isFollowing: false, isFollowedBy: false }
  return { body: { success: true, message: next ? 'Blocked' : 'Unblocked' } }
}
const person = () =>
  isBlocked
    ? { status: 404, body: { success: false, code: 'user.notFound', message: 'Nobody' } }
    : { body: { success: true, data: card() } }

const replies = (): Replies => {
  const id = encodeURIComponent(username)
  const byId = encodeURIComponent(`id of ${username}`)
  return {
    [`GET /users/${id}`]: person,
    [`GET /users/${byId}/albums`]: page([]),
    [`GET /meme/user/${id}`]: () => page([]),
    [`GET /meme/${meme()._id}`]: () => ({ body: { success: true, data: meme() } }),
    'GET /meme/recommend/by-image': page([]),
    'POST /user-action': { body: { success: true, data: {} } },
    'GET /users/host/followers': () => page([listed()]),
    'GET /users/trending': () => page([ranked()]),
    [`GET /users/${encodeURIComponent('id of linh')}/followers`]: () => page(relation.isFollowedBy ? [listed()] : []),
    [`POST /users/${id}/follow`]: follow(true),
    [`DELETE /users/${id}/unfollow`]: follow(false),
    [`DELETE /users/${id}/remove-follower`]: () => {
      relation = { ...relation, isFollowedBy: false }
      return { body: { success: true, message: 'Removed', data: {} } }
    },
    [`POST /users/${byId}/block`]: block(true),
    [`DELETE /users/${byId}/block`]: block(false),
    'GET /users/me/blocks': () => page(isBlocked ? [card()] : []),
    'GET /users/me/mutes': page([]),
    'GET /feed/not-interested': page([]),
  }
}

export const host: UserCard = {
  ...{ _id: 'id of host', username: 'host', displayName: 'Host', bio: '', avatarUrl: null, createdAt: at },
  stats: { followersCount: 1, followingCount: 0, memesCount: 0 },
}

/** Every screen with a follow button for a person. */
export const screens = (): Record<string, ReactNode> => {
  const anchor = document.body.appendChild(document.createElement('a'))
  return {
    'the profile': <UserScreen username={username} />,
    'the card on hover': <HoverCard anchor={anchor} username={username} />,
    'the page of a meme': <MemeScreen memeId={meme()._id} />,
    'people to follow': <FollowingEmpty onShow={() => undefined} />,
    'the own followers': <OwnFollowers />,
    'a row of a search': <FollowButton person={{ ...listed() }} held={card().viewer} />,
  }
}
export const NAMES = [
  'the profile',
  'the card on hover',
  'the page of a meme',
  'people to follow',
  'the own followers',
  'a row of a search',
]

const texts = 'users own follows followToast albums templates account modal notifications report'.split(' ')
export const show = (shown: Record<string, ReactNode>, more: Replies = {}) =>
  showScreen(
    Object.entries(shown).map(([name, element]) => (
      <section key={name} data-screen={name}>
        {element}
      </section>
    )),
    { texts, replies: { ...replies(), ...more } },
  )
export const screen = (name: string) => document.querySelector<HTMLElement>(`[data-screen="${name}"]`)
export const followButton = (name: string) =>
  [...(screen(name)?.querySelectorAll<HTMLButtonElement>('button[aria-pressed]') ?? [])].find((one) =>
    /^Follow/.test(one.textContent ?? ''),
  )
const labelOf = (name: string) => [
  name,
  followButton(name)?.textContent,
  followButton(name)?.getAttribute('aria-pressed'),
]
export const expectFollowState = (label: string, isFollowing: boolean, names: readonly string[] = NAMES) =>
  until(() => {
    for (const name of names) expect(labelOf(name)).toEqual([name, `${label} Somebody`, `${isFollowing}`])
  })

/** Uses a new username each time if possible: a toggle outlives its screen by its animation. */
export function call(name: string): void {
  username = name === ORDINARY ? `${ORDINARY}${run}` : name
}

/** Sets the relation on the server only, as another device does. */
export function relate(next: typeof relation): void {
  relation = next
}

/** Registers hooks that sign in a member before each test of the file. */
export function meetOnePerson(): void {
  beforeEach(() => {
    run += 1
    call(ORDINARY)
    relation = { isFollowing: false, isFollowedBy: true }
    isBlocked = false
    others = 6
    signInAs('linh', 0, 1)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
    HTMLElement.prototype.showPopover ??= () => undefined
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage() {}
        close() {}
      },
    )
  })
  afterEach(() => {
    leaveScreen()
    vi.restoreAllMocks()
  })
}
