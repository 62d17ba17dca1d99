import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { button, leaveScreen, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { EMPTY_FILTERS } from '../features/search/search-filters.ts'
import type { HomeAddress } from './routes/home-address.ts'
import { HomeFeed } from './routes/home-feed.tsx'

const address: HomeAddress = { tab: '', search: '', filters: EMPTY_FILTERS, view: '', cat: '', cat2: '' }
const creator = {
  _id: 'id of an',
  username: 'an',
  displayName: 'An',
  avatarUrl: null,
  followCount: 0,
  followingCount: 0,
}
const viewer = { isLiked: false, isDisliked: false, isInAlbum: false, isFollowingCreator: false, isOwner: false }
const memes = [1, 2, 3, 4].map((index) => ({ ...memeNumber(900 + index), name: `Offered ${index}`, viewer }))
const [first, second, third] = memes
if (!first || !second || !third) throw new Error('Not enough memes')
Object.assign(first, { userId: 'id of an', creator, tag: ['cats'] })
Object.assign(second, { userId: 'id of an', creator })
Object.assign(third, { tag: ['cats'] })

const shown = () => memes.map(({ name }) => name).filter((name) => document.body.textContent?.includes(name))

async function choose(entry: string): Promise<void> {
  button('Not interested').click()
  await until(() => expect(document.querySelector('[role="menuitem"]')).not.toBeNull())
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    (one) => one.textContent?.trim() === entry,
  )
  item?.click()
}

beforeEach(() => {
  signInAs('linh')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => {
  leaveScreen()
  vi.restoreAllMocks()
})

async function show(status = 200) {
  const feed = { success: true, data: { success: true, recommendations: memes }, hasMore: false, nextCursor: null }
  const done = { body: { success: true, message: 'Done' } }
  await showScreen(<HomeFeed address={address} />, {
    texts: ['tags'],
    replies: {
      'GET /recommendation-feed': { body: feed },
      'POST /feed/not-interested': { ...done, status },
      'GET /tags': { body: { success: true, data: [] } },
    },
  })
  await until(() => expect(shown()).toEqual(memes.map(({ name }) => name)))
}

it.each([
  ['In this meme', ['Offered 2', 'Offered 3', 'Offered 4']],
  ['In memes by An', ['Offered 3', 'Offered 4']],
  ['In #cats', ['Offered 2', 'Offered 4']],
])('home leaves out what the member is not interested in, at once: %s', async (entry, left) => {
  await show()
  await choose(entry)
  await until(() => expect(shown()).toEqual(left))
})

it('home shows it again if the server refuses', async () => {
  await show(409)
  const { fetch } = globalThis
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => isHeld.then(() => fetch(...request)))
  await choose('In memes by An')
  await until(() => expect(shown()).toEqual(['Offered 3', 'Offered 4']))
  answer()
  await until(() => expect(shown()).toEqual(memes.map(({ name }) => name)))
})
