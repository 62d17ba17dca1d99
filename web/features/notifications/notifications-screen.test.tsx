import { expect, it, vi } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

const item = (kind: Notification['kind'], more: Partial<Notification> = {}): Notification => ({
  _id: kind,
  kind,
  isRead: true,
  people: [],
  peopleCount: 0,
  meme: null,
  detail: {},
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  ...more,
})
const ann = { _id: 'ann', username: 'ann', displayName: 'Ann', avatarUrl: null }

async function show(data: readonly Notification[]): Promise<void> {
  await showScreen(<NotificationsScreen />, {
    texts: ['notifications'],
    replies: {
      'GET /notifications': { body: { success: true, data, nextCursor: null } },
      'POST /notifications/read': { body: { success: true, count: 0 } },
    },
  })
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(data.length))
}

it('begins every row with an avatar, or an icon for rows without a person', async () => {
  signInAs('linh')
  const data = [item('follow', { people: [ann], peopleCount: 1 }), item('upload'), item('export'), item('moderation')]
  await show(data)
  const beginnings = [...document.querySelectorAll('li')].map(({ firstElementChild }) => firstElementChild)
  expect(beginnings[0]?.textContent).toBe('A')
  expect(beginnings.slice(1).map((each) => each?.querySelectorAll('svg').length)).toEqual([1, 1, 1])
  expect(beginnings.every((each) => each?.getAttribute('aria-hidden') === 'true')).toBe(true)
})

it('links a removal to its card, and names no meme that is gone', async () => {
  signInAs('linh')
  const data = [
    item('moderation', { _id: '1', detail: { action: 'removed', memeName: 'Cat', memeId: 'the-id' } }),
    item('moderation', { _id: '2', detail: { action: 'removed' } }),
    item('moderation', { _id: '3', detail: { action: 'suspended' } }),
    item('like', { _id: '4', people: [ann], peopleCount: 1 }),
  ]
  await show(data)
  const links = [...document.querySelectorAll('li a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Your meme “Cat” was removed', '/my-meme?tab=uploadedByMe#removed-the-id'],
    ['A moderator made a decision about your account', '/my-meme?tab=uploadedByMe'],
  ])
  expect(document.body.textContent).toContain('Your account was suspended')
  expect(document.body.textContent).toContain('Ann liked one of your memes')
  expect(document.body.textContent).not.toContain('“”')
})

it('links one found meme to itself, and several to their search', async () => {
  signInAs('linh')
  const meme = { _id: 'meme-1', name: 'Cat', imageSmall: '/media/a.webp', sensitive: false }
  const filters = { animated: true, sort: 'newest' } as const
  const data = [
    item('search', { _id: '1', meme, detail: { query: 'cat', filters, count: 1 } }),
    item('search', { _id: '2', meme, detail: { query: 'cat', filters, count: 3 } }),
  ]
  await show(data)
  const links = [...document.querySelectorAll('li a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['New for “cat”: “Cat”', '/meme/meme-1'],
    ['3 new memes for “cat”', '/?search=cat&animated=true&sort=newest'],
  ])
})
