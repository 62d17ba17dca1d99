import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Meme } from '#contract/memes/memes.ts'
import type { FollowUser } from '#contract/people/follows.ts'
import type { UserCard } from '#contract/people/users.ts'
import { Username } from '#contract/primitives.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, field, leaveScreen, type Replies, showScreen, type as typeInto } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { FollowButton } from '../features/follows/follow-button.tsx'
import { FollowsDialog } from '../features/follows/follows-dialog.tsx'
import { FoundPeople } from '../features/follows/found-people.tsx'
import { HoverCard } from '../features/follows/hover-card.tsx'
import { OwnFollowers } from '../features/follows/own-follows.tsx'
import { MemeScreen } from '../features/meme-lists/meme-screen.tsx'
import { UserScreen } from '../features/meme-lists/user-screen.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx'
import { HiddenLists } from '../features/users/hidden-lists.tsx'
import { ProfileForm } from '../features/users/profile-form.tsx'
import { api } from '../lib/api.ts'
import { currentSession, useSession } from '../lib/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { FollowingEmpty } from './routes/following-empty.tsx'

/* Renders one person on every screen that shows them, all at once. Each test changes the follow from one screen, then expects
   all screens to agree with each other and with the server. */

/** Property names of every object that are valid usernames. A store that uses a plain object would find them by inheritance. */
const HOSTILE = Object.getOwnPropertyNames(Object.prototype).filter((name) => Username.safeParse(name).success)
const ORDINARY = 'anna'

const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
const at = '2026-01-01T00:00:00.000Z'
let username = ORDINARY
let relation = { isFollowing: false, isFollowedBy: true }
let others = 6
let isBlocked = false
let run = 0

const followers = () => others + Number(relation.isFollowing)
const card = (): UserCard => ({
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
const page = (data: unknown[]) => ({
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

const host: UserCard = {
  ...{ _id: 'id of host', username: 'host', displayName: 'Host', bio: '', avatarUrl: null, createdAt: at },
  stats: { followersCount: 1, followingCount: 0, memesCount: 0 },
}

/** Every screen with a follow button for a person. */
const screens = (): Record<string, ReactNode> => {
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
const NAMES = [
  'the profile',
  'the card on hover',
  'the page of a meme',
  'people to follow',
  'the own followers',
  'a row of a search',
]

const texts = 'users own follows followToast albums templates account modal notifications report'.split(' ')
const show = (shown: Record<string, ReactNode>, more: Replies = {}) =>
  showScreen(
    Object.entries(shown).map(([name, element]) => (
      <section key={name} data-screen={name}>
        {element}
      </section>
    )),
    { texts, replies: { ...replies(), ...more } },
  )
const screen = (name: string) => document.querySelector<HTMLElement>(`[data-screen="${name}"]`)
const followButton = (name: string) =>
  [...(screen(name)?.querySelectorAll<HTMLButtonElement>('button[aria-pressed]') ?? [])].find((one) =>
    /^Follow/.test(one.textContent ?? ''),
  )
const says = (name: string) => [name, followButton(name)?.textContent, followButton(name)?.getAttribute('aria-pressed')]
const allSay = (label: string, isFollowing: boolean, names: readonly string[] = NAMES) =>
  until(() => {
    for (const name of names) expect(says(name)).toEqual([name, `${label} Somebody`, `${isFollowing}`])
  })

beforeEach(() => {
  run += 1
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

describe.each([ORDINARY, ...HOSTILE])('the follow of %s', (name) => {
  beforeEach(() => {
    // Uses a new username each time if possible: a toggle outlives its screen by its animation.
    username = name === ORDINARY ? `${ORDINARY}${run}` : name
  })

  it('shows everywhere with its followers, and so does an unfollow', async () => {
    await show(screens())
    await allSay('Follow back', false)
    followButton('the profile')?.click()
    await allSay('Following', true)
    await until(() => expect(screen('the profile')?.textContent).toMatch(/7\s*followers/))
    expect(screen('the page of a meme')?.textContent).toMatch(/7 followers/)
    expect(document.body.textContent).not.toContain('NaN')
    followButton('the page of a meme')?.click()
    await allSay('Follow back', false)
    await until(() => expect(screen('the page of a meme')?.textContent).toMatch(/6 followers/))
  })
})

describe('following a person', () => {
  beforeEach(() => {
    username = `${ORDINARY}${run}`
  })

  it.each(NAMES)('shows on all screens after a change on %s', async (where) => {
    await show(screens())
    await allSay('Follow back', false)
    followButton(where)?.click()
    await allSay('Following', true)
    expect(relation.isFollowing).toBe(true)
  })

  it('takes a newer answer of the server', async () => {
    await show(screens())
    await allSay('Follow back', false)
    followButton('the profile')?.click()
    await allSay('Following', true)
    await until(() => expect(followButton('the profile')?.hasAttribute('aria-busy')).toBe(false))
    // Unfollow on another device.
    relation = { isFollowing: false, isFollowedBy: false }
    await api('GET /users/{id}', { params: { id: username } })
    await allSay('Follow', false)
  })

  it('ignores an older answer that arrives late', async () => {
    await show(screens())
    await allSay('Follow back', false)
    const old = JSON.stringify({ success: true, data: card() })
    const { fetch } = globalThis
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const held = vi.fn(async () => {
      await promise
      return new Response(old)
    })
    vi.stubGlobal('fetch', held)
    const late = api('GET /users/{id}', { params: { id: username } })
    await until(() => expect(held).toHaveBeenCalled())
    vi.stubGlobal('fetch', fetch)
    followButton('the profile')?.click()
    await allSay('Following', true)
    answer()
    await late
    await allSay('Following', true)
  })

  it('ends with a block, and shows the server’s state after an unblock', async () => {
    await show({ ...screens(), hidden: <HiddenLists userId="id of linh" /> })
    await allSay('Follow back', false)
    followButton('the profile')?.click()
    await allSay('Following', true)
    await until(() => expect(relation.isFollowing).toBe(true))
    button('More actions').click()
    await until(() => expect(document.querySelectorAll('[role="menuitem"]').length).toBeGreaterThan(1))
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === 'Block',
    )
    entry?.click()
    await until(() => expect(isBlocked).toBe(true))
    await allSay('Follow', false, ['a row of a search', 'the page of a meme'])
    await until(() => button('Unblock').click())
    await until(() => expect(isBlocked).toBe(false))
    await allSay(
      'Follow',
      false,
      NAMES.filter((name) => name !== 'the own followers'),
    )
  })

  it('follow back disappears everywhere after removing the follower', async () => {
    await show(screens())
    await allSay('Follow back', false)
    button('Remove').click()
    await until(() => expect(document.querySelectorAll('[role="dialog"] button').length).toBeGreaterThan(1))
    ;[...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      .find((one) => one.textContent === 'Remove')
      ?.click()
    await until(() => expect(relation.isFollowedBy).toBe(false))
    await allSay(
      'Follow',
      false,
      NAMES.filter((name) => name !== 'the own followers'),
    )
  })

  it('updates counts in followers and search alike', async () => {
    await show({
      ...screens(),
      'found people': <FoundPeople people={[card()]} />,
      'another member’s followers': <FollowsDialog user={host} kind="followers" onClose={() => undefined} />,
    })
    await allSay('Follow back', false)
    await until(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('6 followers'))
    followButton('the profile')?.click()
    await until(() => {
      expect(document.querySelector('[role="dialog"]')?.textContent).toContain('7 followers')
      expect(screen('found people')?.textContent).toContain('7 followers')
    })
  })
})

function Own() {
  const { user } = useSession()
  return user && <ProfileForm user={user} />
}

it('a changed display name is the same in the menu, on the profile and on a card', async () => {
  username = 'linh'
  let profile = { displayName: 'linh', bio: '', avatar: null as string | null }
  const self = () => ({
    body: {
      success: true,
      data: { ...card(), _id: 'id of linh', displayName: profile.displayName, viewer: { ...relation, isSelf: true } },
    },
  })
  const anchor = document.body.appendChild(document.createElement('a'))
  await show(
    {
      account: <Own />,
      menu: <AccountMenu />,
      profile: <UserScreen username="linh" />,
      card: <HoverCard anchor={anchor} username="linh" />,
    },
    {
      'GET /users/linh': self,
      'PUT /users/me/profile': (body) => {
        profile = { ...profile, ...(body as object) }
        return { body: { success: true, message: 'Saved', profile } }
      },
    },
  )
  await until(() => expect(screen('card')?.textContent).toContain('linh'))
  typeInto('Display name', 'Linh the Second')
  button('Save profile').click()
  await until(() => {
    for (const name of ['profile', 'card'])
      expect([name, screen(name)?.textContent]).toEqual([name, expect.stringContaining('Linh the Second')])
    expect(currentSession().user?.profile.displayName).toBe('Linh the Second')
    expect(field('Display name').value).toBe('Linh the Second')
  })
})

it('the bell’s unread count disappears after viewing the notifications', async () => {
  let count = 3
  const item = { _id: 'n', kind: 'upload', isRead: false, people: [], peopleCount: 0, meme: null, detail: {} }
  await show(
    { bell: <Bell userId="id of linh" />, list: <Opened /> },
    {
      'GET /notifications/unread': () => ({ body: { success: true, count } }),
      'GET /notifications': page([{ ...item, createdAt: at, updatedAt: at }]),
      'POST /notifications/read': () => {
        count = 0
        return { body: { success: true, count } }
      },
    },
  )
  await until(() => expect(screen('bell')?.textContent).toContain('3'))
  button('Open').click()
  await until(() => expect(screen('bell')?.textContent).not.toMatch(/\d/))
})

function Opened() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NotificationsScreen />
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Open
    </button>
  )
}
