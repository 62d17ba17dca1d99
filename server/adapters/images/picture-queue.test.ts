import { expect, test } from 'vitest'
import { PictureError } from './picture-error.ts'
import { createPictureQueue } from './picture-queue.ts'

const LIGHT = 1_000_000
const HEAVY = 50_000_000

/** Work that ends on demand, and a log of what has started. */
function manualWork() {
  const begun: string[] = []
  const end = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      end.set(name, () => resolve(name))
    })
  return { begun, work, finish: (name: string) => end.get(name)?.() }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('no more run together than allowed, and the rest come in order', async () => {
  const queue = createPictureQueue({ running: 2, waiting: 5 })
  const { begun, work, finish } = manualWork()
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(LIGHT, work(name)))
  await settle()
  expect(begun).toEqual(['a', 'b'])
  finish('b')
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  finish('a')
  await settle()
  finish('c')
  finish('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('whoever would wait beyond the bound is turned away at once, and may come again later', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 1 })
  const { work, finish } = manualWork()
  const first = queue.run(LIGHT, work('a'))
  const second = queue.run(LIGHT, work('b'))
  await expect(queue.run(LIGHT, work('c'))).rejects.toEqual(new PictureError('image.busy'))
  finish('a')
  await first
  await settle()
  finish('b')
  await second
  const third = queue.run(LIGHT, work('d'))
  await settle()
  finish('d')
  expect(await third).toBe('d')
})

test('of the heavy ones one runs at a time, and light ones pass by', async () => {
  const queue = createPictureQueue({ running: 2, waiting: 5 })
  const { begun, work, finish } = manualWork()
  const all = [queue.run(HEAVY, work('heavy')), queue.run(HEAVY, work('heavy too')), queue.run(LIGHT, work('light'))]
  await settle()
  expect(begun).toEqual(['heavy', 'light'])
  finish('heavy')
  await settle()
  expect(begun).toEqual(['heavy', 'light', 'heavy too'])
  finish('light')
  finish('heavy too')
  await Promise.all(all)
})

test('work that fails makes room for the next', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 1 })
  const failing = queue.run(HEAVY, () => Promise.reject(new Error('boom')))
  const next = queue.run(HEAVY, () => Promise.resolve('fine'))
  await expect(failing).rejects.toThrow('boom')
  expect(await next).toBe('fine')
})

test('one owner holds no more places than allowed, while others come in', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 5, perOwner: 2 })
  const { work, finish } = manualWork()
  const first = queue.run(LIGHT, work('a'), 'lan')
  const second = queue.run(LIGHT, work('b'), 'lan')
  await expect(queue.run(LIGHT, work('c'), 'lan')).rejects.toEqual(new PictureError('image.busy'))
  const other = queue.run(LIGHT, work('d'), 'minh')
  await settle()
  finish('a')
  await first
  const again = queue.run(LIGHT, work('e'), 'lan')
  await settle()
  for (const name of ['b', 'd', 'e']) {
    finish(name)
    await settle()
  }
  expect(await Promise.all([second, other, again])).toEqual(['b', 'd', 'e'])
})
