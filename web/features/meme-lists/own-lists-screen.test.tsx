import { beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { OwnListsScreen } from './own-lists-screen.tsx'

const none = { body: { success: true, data: [], hasNext: false, nextCursor: null } }
const me = 'id%20of%20linh'
const tab = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === name)

beforeEach(() => {
  signInAs('linh')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

it('explains each empty list, puts the tab in the address, and sorts only uploads', async () => {
  const { address } = await showScreen(<OwnListsScreen />, {
    path: '/my-meme',
    texts: ['own', 'albums'],
    replies: {
      [`GET /user/meme/frequent/${me}`]: none,
      [`GET /user/meme/album/${me}`]: none,
      [`GET /users/${me}/albums`]: none,
      'GET /meme/user/linh': none,
    },
  })
  for (const { name, path, title, isSorted } of [
    { name: 'Used often', path: '/my-meme', title: 'Nothing here yet', isSorted: false },
    { name: 'Album', path: '/my-meme?tab=album', title: 'This album is empty', isSorted: false },
    {
      name: 'Uploaded by me',
      path: '/my-meme?tab=uploadedByMe',
      title: "You haven't uploaded anything yet",
      isSorted: true,
    },
  ]) {
    tab(name)?.click()
    await vi.waitFor(() => expect(document.body.textContent).toContain(title), { timeout: 10_000 })
    expect([tab(name)?.getAttribute('aria-selected'), address()]).toEqual(['true', path])
    expect(document.body.textContent?.includes('Sort by')).toBe(isSorted)
  }
})

it('names the album of the bookmark, so that an empty one is not confused with the named albums above it', async () => {
  const owner = { _id: 'id of linh', username: 'linh', displayName: 'Linh', avatarUrl: null }
  const cats = { _id: 'cats', name: 'Cats', visibility: 'private', count: 3, cover: null, isOwn: true, owner }
  await showScreen(<OwnListsScreen />, {
    path: '/my-meme?tab=album',
    texts: ['own', 'albums'],
    replies: {
      [`GET /user/meme/album/${me}`]: none,
      [`GET /users/${me}/albums`]: { body: { success: true, data: [cats] } },
    },
  })
  const order = /Cats.*My album.*This album is empty/
  await vi.waitFor(() => expect(document.body.textContent).toMatch(order), { timeout: 10_000 })
})

it('shows removed memes as cards with the reason and a link to appeal, not among the pictures', async () => {
  const removed = { status: 'removed', reason: 'Not yours' }
  const data = [
    { ...memeNumber(1), ...removed, _id: 'gone', canAppeal: true },
    memeNumber(2),
    { ...memeNumber(3), ...removed, _id: 'lost', canAppeal: false },
  ]
  await showScreen(<OwnListsScreen />, {
    path: '/my-meme?tab=uploadedByMe#removed-lost',
    texts: ['own', 'albums'],
    replies: { 'GET /meme/user/linh': { body: { ...none.body, data } } },
  })
  const cards = () => [...document.querySelectorAll('li[id^="removed-"]')]
  await vi.waitFor(() => expect(cards()).toHaveLength(2), { timeout: 10_000 })
  expect(cards().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Removed.*Reason: Not yoursAppeal$/),
    expect.stringMatching(/^Removed.*Reason: Not yoursAppeal sent$/),
  ])
  expect(cards().map((card) => card.querySelector('a')?.getAttribute('href'))).toEqual([
    '/appeal?meme=gone',
    '/appeal?meme=lost',
  ])
  expect(document.activeElement?.id).toBe('removed-lost')
  expect([...document.querySelectorAll('img')].some(({ src }) => /[13]-small/.test(src))).toBe(false)
})
