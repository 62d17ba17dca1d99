import { expect, test } from 'vitest'
import { ConnectionLock } from './connection-lock.ts'

test('has one holder at a time, in request order', async () => {
  const lock = new ConnectionLock()
  const order: string[] = []
  const hold = async (name: string) => {
    const release = await lock.acquire()
    order.push(`${name} in`)
    await Promise.resolve()
    order.push(`${name} out`)
    release()
  }
  await Promise.all([hold('a'), hold('b'), hold('c')])
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
})

test('measures its idle time, its busy share of ten seconds, and the time others waited', async () => {
  let now = 100_000
  const lock = new ConnectionLock(() => now)
  now += 300
  expect(lock.load()).toEqual({ idleMs: 300, busyShare: 0, busyMs: 0 })

  const release = await lock.acquire()
  expect(lock.load().idleMs).toBe(0)
  now += 500
  const waiting = lock.acquire()
  now += 500
  expect(release()).toEqual({ waitedMs: 500 })
  const second = await waiting
  expect(lock.load()).toEqual({ idleMs: 0, busyShare: 0.1, busyMs: 1000 })
  expect(second()).toEqual({ waitedMs: 0 })

  const background = await lock.acquire(true)
  now += 2000
  background()
  expect(lock.load()).toEqual({ idleMs: 0, busyShare: 0.1, busyMs: 1000 })
  now += 10_000
  expect(lock.load()).toEqual({ idleMs: 10_000, busyShare: 0, busyMs: 1000 })
})
