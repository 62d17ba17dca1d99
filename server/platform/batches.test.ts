import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Returns a write that blocks until all items are queued, so that the others are batched, and then fails with `error`. */
function failing(error: Error) {
  const written: string[][] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const commit = createBatches<string, string>(async (_key, take) => {
    const items = take()
    written.push(items)
    if (written.length === 1) await held
    if (items.includes('bad')) throw error
    return items
  }, 10)
  return { commit, written, release }
}

async function sendThree({ commit, release }: ReturnType<typeof failing>) {
  const sent = ['first', 'bad', 'good'].map((item) => commit('key', item))
  release()
  return (await Promise.allSettled(sent)).map(({ status }) => status)
}

test('one failed write does not fail the others', async () => {
  const group = failing(new Error('unknown meme'))
  expect(await sendThree(group)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(group.written).toEqual([['first'], ['bad', 'good'], ['bad'], ['good']])
})

test('a write is not retried after a lost connection, because it may have been committed', async () => {
  const group = failing(new Error('Connection terminated unexpectedly'))
  expect(await sendThree(group)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(group.written).toEqual([['first'], ['bad', 'good']])
})

test('a batch that ran out of time is not retried one by one, because later items would wait for each', async () => {
  const group = failing(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }))
  expect(await sendThree(group)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(group.written).toEqual([['first'], ['bad', 'good']])
})

test('items join a batch until it takes them', async () => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const written: string[][] = []
  const commit = createBatches<string, string>(async (_key, take) => {
    await begun
    written.push(take(), take())
    return take()
  }, 10)
  const sent = ['first', 'second'].map((item) => commit('key', item))
  begin()
  expect(await Promise.all(sent)).toEqual(['first', 'second'])
  expect(written).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ])
})
