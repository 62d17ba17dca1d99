// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'
import { endPush, openPush, showPush } from './push.ts'

const shown: [string, NotificationOptions | undefined][] = []
const visited: string[] = []
let windows: object[] = []
let standing: { close(): void }[] = []
let subscription: { unsubscribe(): Promise<boolean> } | null = null
beforeEach(() => {
  shown.length = 0
  visited.length = 0
  windows = []
})
const self = {
  location: new URL('https://memes.example'),
  registration: {
    showNotification: async (title: string, options?: NotificationOptions) => void shown.push([title, options]),
    getNotifications: async () => standing,
    pushManager: { getSubscription: async () => subscription },
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (url: string) => visited.push(`new ${url}`),
  },
}

const data = (value: unknown) => ({ json: () => value })
const pressed = (path: unknown) => ({ close: () => void visited.push('closed'), data: { path } })

test('a push shows its text and links to its path', async () => {
  await showPush(self, data({ title: 'Memeroom', body: 'An followed you', tag: 'n1', path: '/notifications' }))
  expect(shown).toEqual([
    ['Memeroom', expect.objectContaining({ body: 'An followed you', tag: 'n1', data: { path: '/notifications' } })],
  ])
})

test('shows a push with no or invalid content too, because browsers forbid silent ones', async () => {
  const broken = { json: () => JSON.parse('{') }
  for (const nothing of [null, data(null), data({ title: 1 }), broken]) await showPush(self, nothing)
  expect(shown.map(([title]) => title)).toEqual(Array(4).fill('memes.example'))
})

test('a click opens the path in an open window or a new one, and never another site', async () => {
  await openPush(self, pressed('/meme/1'))
  const open = {
    navigate: async (url: string) => {
      visited.push(url)
      return null
    },
    focus: async () => visited.push('focused'),
  }
  windows = [open]
  await openPush(self, pressed('/meme/2'))
  for (const path of ['https://evil.example/', '//evil.example', 3]) await openPush(self, pressed(path))
  const home = ['closed', 'https://memes.example', 'focused']
  expect(visited).toEqual([
    ...['closed', 'new https://memes.example/meme/1'],
    ...['closed', 'https://memes.example/meme/2', 'focused'],
    ...home,
    ...home,
    ...['closed', 'https://memes.example/', 'focused'],
  ])
})

test('the next user of the browser gets no pushes of the previous member', async () => {
  const unsubscribe = vi.fn(async () => true)
  const close = vi.fn()
  subscription = { unsubscribe }
  standing = [{ close }, { close }]
  await endPush(self)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledTimes(2)
  standing = []
  subscription = null
  await endPush(self)
})
