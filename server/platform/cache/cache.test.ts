import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let isOn = true
beforeEach(() => {
  isOn = true
})
const create = (more: Partial<Parameters<typeof createCache<string>>[0]> = {}) =>
  createCache<string>({ max: 10, freshMs: 1000, sizeOf: (text) => text.length, ...more }, () => isOn)

/** A read that the test ends. */
function reading() {
  let end = (_value: string) => {}
  let fail = (_error: Error) => {}
  const value = new Promise<string>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { read: vi.fn(() => value), end, fail }
}

test('values expire after their lifetime', () => {
  const cache = create()
  cache.set('a', 'one', cache.era())
  vi.advanceTimersByTime(999)
  expect(cache.get('a')).toBe('one')
  vi.advanceTimersByTime(1)
  expect(cache.get('a')).toBeUndefined()
  const off = create({ freshMs: 0 })
  off.set('a', 'one', off.era())
  expect(off.get('a')).toBeUndefined()
})

test('ages entries although the time of the system jumps', () => {
  const cache = create()
  cache.set('a', 'one', cache.era())
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', 'two', cache.era())
  vi.setSystemTime(Date.now() + 7_200_000)
  expect(cache.get('a')).toBe('two')
})

test('evicts the least recently used values and does not store a value above the limit', () => {
  const cache = create()
  for (const key of ['a', 'b']) cache.set(key, 'four', cache.era())
  cache.get('a')
  cache.set('c', 'four', cache.era())
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['four', undefined, 'four'])
  cache.set('d', 'longer than all', cache.era())
  expect(cache.get('d')).toBeUndefined()
  expect(cache.figures()).toMatchObject({ entries: 2, size: 8 })
})

test('does not store or share a value that was being read when the cache was cleared', async () => {
  const cache = create()
  const before = cache.era()
  const [first, second] = [reading(), reading()]
  const early = cache.fetch('b', first.read)
  cache.clear()
  cache.set('a', 'one', before)
  expect(cache.get('a')).toBeUndefined()
  const late = cache.fetch('b', second.read)
  second.end('new')
  first.end('old')
  expect([await early, await late]).toEqual(['old', 'new'])
  expect(cache.get('b')).toBe('new')
})

test('concurrent requests share one read, and a failure is not stored', async () => {
  const cache = create()
  const failing = reading()
  const both = [cache.fetch('a', failing.read), cache.fetch('a', failing.read)]
  failing.fail(new Error('down'))
  for (const one of both) await expect(one).rejects.toThrow('down')
  expect(failing.read).toHaveBeenCalledTimes(1)
  expect(await cache.fetch('a', async () => 'up')).toBe('up')
  expect(cache.figures()).toMatchObject({ hits: 0, misses: 3, entries: 1 })
})

test('serves a stale value for a limited time while reading a new one in the background', async () => {
  const cache = create({ staleMs: 500 })
  await cache.fetch('a', async () => 'old')
  vi.advanceTimersByTime(1200)
  const next = reading()
  expect([await cache.fetch('a', next.read), await cache.fetch('a', next.read)]).toEqual(['old', 'old'])
  expect(next.read).toHaveBeenCalledTimes(1)
  next.end('new')
  await vi.advanceTimersByTimeAsync(0)
  expect(await cache.fetch('a', async () => 'newest')).toBe('new')
  vi.advanceTimersByTime(1500)
  expect(await cache.fetch('a', async () => 'newest')).toBe('newest')
})

test('treats an expired value as stale at once, unless it is too young', async () => {
  const cache = create({ staleMs: 500 })
  await cache.fetch('a', async () => 'old')
  cache.expire('a', 100)
  expect(cache.get('a')).toBe('old')
  cache.expire('a')
  expect(cache.get('a')).toBeUndefined()
  expect(await cache.fetch('a', async () => 'new')).toBe('old')
  await vi.advanceTimersByTimeAsync(0)
  expect(cache.get('a')).toBe('new')
})

test('a disabled cache stores and shares nothing', async () => {
  const cache = create()
  cache.set('a', 'one', cache.era())
  isOn = false
  cache.set('b', 'two', cache.era())
  expect([cache.get('a'), cache.peek('a')]).toEqual([undefined, undefined])
  const read = vi.fn(async () => 'read')
  await Promise.all([cache.fetch('a', read), cache.fetch('a', read)])
  expect(read).toHaveBeenCalledTimes(2)
  isOn = true
  expect(cache.get('b')).toBeUndefined()
})
