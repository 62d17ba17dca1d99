import { beforeEach, expect, test } from 'vitest'
import { createCaches } from '../cache/caches.ts'
import { createChangeBus } from './change-bus.ts'
import { TOPICS } from './topics.ts'

interface Subscription {
  onPayload(payload: string): void
  reconnect(): void
  lose(): void
}

let channels: Map<string, Subscription>
let bus: ReturnType<typeof createChangeBus>
beforeEach(() => {
  channels = new Map()
  bus = createChangeBus({
    async listen(channel, onPayload, reconnect = () => {}, lose = () => {}) {
      channels.set(channel, { onPayload, reconnect, lose })
      return { close: async () => {} }
    },
  })
})
const receive = (channel: string, payload: string) => channels.get(channel)?.onPayload(payload)

test('each topic reaches only its listeners, with its key', async () => {
  await bus.open()
  const seen: unknown[] = []
  bus.on(['memeVisibilityChanged', 'memesWritten', 'notified'], (key, topic) => seen.push([topic, key]))
  receive('meme_visibility', 'written')
  receive('meme_visibility', 'related')
  receive('notifications', 'member')
  // An unknown payload of another release counts as the most general change.
  receive('meme_visibility', 'unknown')
  receive('other', '')
  expect(seen).toEqual([
    ['memesWritten', 'written'],
    ['notified', 'member'],
    ['memeVisibilityChanged', 'unknown'],
  ])
  expect(channels.size).toBe(new Set(Object.values(TOPICS).map(({ channel }) => channel)).size)
})

test('a lost connection clears and stops all caches with topics until the bus listens again', async () => {
  const caches = createCaches(bus)
  const [depending, constant] = [
    caches.open<string>({ name: 'depending', max: 10, topics: ['memeVisibilityChanged'] }),
    caches.open<string>({ name: 'constant', max: 10, topics: [] }),
  ]
  const fill = () => {
    for (const cache of [depending, constant]) cache.set('a', 'one', cache.era())
    return [depending.get('a'), constant.get('a')]
  }
  expect(fill()).toEqual([undefined, 'one'])
  await bus.open()
  expect(fill()).toEqual(['one', 'one'])
  receive('meme_visibility', 'written')
  expect(depending.get('a')).toBe('one')
  receive('meme_visibility', '')
  expect([depending.get('a'), constant.get('a')]).toEqual([undefined, 'one'])
  fill()
  const before = depending.era()
  channels.get('site')?.lose()
  expect(fill()).toEqual([undefined, 'one'])
  channels.get('site')?.reconnect()
  // Read while changes could be missed.
  depending.set('a', 'old', before)
  expect(depending.get('a')).toBeUndefined()
  expect(fill()).toEqual(['one', 'one'])
})

test('a watch wakes only for its key, and after a reconnect', async () => {
  await bus.open()
  const { signal } = new AbortController()
  const [mine, other] = [bus.watch('notified', 'me'), bus.watch('notified', 'them')]
  receive('notifications', 'me')
  await mine.next(60_000, signal)
  let isAwake = false
  const waiting = other.next(60_000, signal).then(() => {
    isAwake = true
  })
  await Promise.resolve()
  expect(isAwake).toBe(false)
  channels.get('notifications')?.lose()
  channels.get('notifications')?.reconnect()
  await waiting
  for (const watch of [mine, other]) watch.close()
})
