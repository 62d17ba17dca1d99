import { expect, test } from 'vitest'
import { PictureError } from './picture-error.ts'
import { createPictureQueue } from './picture-queue.ts'

const LIGHT = 1_000_000
const HEAVY = 50_000_000

/** Returns work that ends on demand, and a log of started work. */
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

test('runs up to the limit at the same time, and the rest in order', async () => {
  const queue = createPictureQueue({ running: 2, waiting: 5, perOwner: 9 })
  const { begun, work, finish } = manualWork()
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run('lan', LIGHT, work(name)))
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

test('refuses a task beyond the queue limit at once, and accepts it later', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 1, perOwner: 9 })
  const { work, finish } = manualWork()
  const first = queue.run('lan', LIGHT, work('a'))
  const second = queue.run('lan', LIGHT, work('b'))
  await expect(queue.run('lan', LIGHT, work('c'))).rejects.toEqual(new PictureError('image.busy'))
  finish('a')
  await first
  await settle()
  finish('b')
  await second
  const third = queue.run('lan', LIGHT, work('d'))
  await settle()
  finish('d')
  expect(await third).toBe('d')
})

test('runs one heavy task at a time, and light tasks pass it', async () => {
  const queue = createPictureQueue({ running: 2, waiting: 5, perOwner: 9 })
  const { begun, work, finish } = manualWork()
  const all = [
    queue.run('lan', HEAVY, work('heavy')),
    queue.run('lan', HEAVY, work('heavy too')),
    queue.run('lan', LIGHT, work('light')),
  ]
  await settle()
  expect(begun).toEqual(['heavy', 'light'])
  finish('heavy')
  await settle()
  expect(begun).toEqual(['heavy', 'light', 'heavy too'])
  finish('light')
  finish('heavy too')
  await Promise.all(all)
})

test('a failed task makes room for the next', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 1, perOwner: 9 })
  const failing = queue.run('lan', HEAVY, () => Promise.reject(new Error('boom')))
  const next = queue.run('lan', HEAVY, () => Promise.resolve('fine'))
  await expect(failing).rejects.toThrow('boom')
  expect(await next).toBe('fine')
})

test('owners take turns, with heavy tasks too', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 9, perOwner: 9 })
  const { begun, work, finish } = manualWork()
  const names = ['lan 1', 'lan 2', 'lan 3', 'minh 1', 'minh 2', 'hoa 1']
  const all = names.map((name) => queue.run(name.split(' ')[0] ?? '', HEAVY, work(name)))
  await settle()
  for (let nth = 0; nth < names.length; nth += 1) {
    finish(begun.at(-1) ?? '')
    await settle()
  }
  await Promise.all(all)
  expect(begun).toEqual(['lan 1', 'lan 2', 'minh 1', 'hoa 1', 'lan 3', 'minh 2'])
})

test('limits the places of one owner while others are accepted', async () => {
  const queue = createPictureQueue({ running: 1, waiting: 5, perOwner: 2 })
  const { work, finish } = manualWork()
  const first = queue.run('lan', LIGHT, work('a'))
  const second = queue.run('lan', LIGHT, work('b'))
  await expect(queue.run('lan', LIGHT, work('c'))).rejects.toEqual(new PictureError('image.busy'))
  const other = queue.run('minh', LIGHT, work('d'))
  await settle()
  finish('a')
  await first
  const again = queue.run('lan', LIGHT, work('e'))
  await settle()
  for (const name of ['b', 'd', 'e']) {
    finish(name)
    await settle()
  }
  expect(await Promise.all([second, other, again])).toEqual(['b', 'd', 'e'])
})
