import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

function tracked(isBad: (item: number) => boolean = () => false) {
  const started: number[] = []
  let running = 0
  let most = 0
  const work = async (item: number) => {
    started.push(item)
    running += 1
    most = Math.max(most, running)
    await sleep(1)
    running -= 1
    if (isBad(item)) throw new Error(`item ${item}`)
  }
  return { started, work, running: () => running, most: () => most }
}

test('runs every item, with limited concurrency', async () => {
  const { started, work, most } = tracked()
  await inParallel([1, 2, 3, 4, 5], 2, work)
  expect([started, most()]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('after an error starts no further item and throws once the running ones have ended', async () => {
  const { started, work, running } = tracked((item) => item === 1)
  await expect(inParallel([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('item 1')
  expect([started, running()]).toEqual([[1, 2], 0])
})

test('reads an endless source only as needed, and stops on abort', async () => {
  const stop = new AbortController()
  const { started, work } = tracked()
  let read = 0
  async function* endless() {
    for (;;) yield ++read
  }
  const one = async (item: number) => {
    if (item === 4) stop.abort()
    await work(item)
  }
  await inParallel(endless(), 2, one, stop.signal)
  expect(started).toEqual([1, 2, 3, 4])
  expect(read).toBeLessThanOrEqual(6)
})
