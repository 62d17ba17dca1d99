import { expect, test, vi } from 'vitest'
import { createSeenQueue } from './seen-queue.ts'

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `meme ${from + index}`)

function setUp() {
  const send = vi.fn<(memeIds: string[], isLeaving: boolean) => Promise<void>>(async () => {})
  const queue = createSeenQueue(send)
  return { send, queue, batches: () => send.mock.calls.map(([batch]) => batch) }
}

test('sends each meme once, in batches of at most a hundred', async () => {
  const { queue, batches } = setUp()
  for (const id of [...ids(230), ...ids(230)]) queue.note(id)
  await queue.flush()
  expect(batches().map((batch) => batch.length)).toEqual([100, 100, 30])
  expect(batches().flat()).toEqual(ids(230))
  await queue.flush()
  expect(batches()).toHaveLength(3)
})

test('retries unsent memes with the next batch', async () => {
  const { send, queue, batches } = setUp()
  send.mockRejectedValueOnce(new Error('offline'))
  queue.note('one')
  await queue.flush()
  expect(queue.hasWaiting()).toBe(true)
  queue.note('two')
  await queue.flush()
  expect(batches()).toEqual([['one'], ['one', 'two']])
  expect(queue.hasWaiting()).toBe(false)
})

test('stores only the last thousand while offline', async () => {
  const { send, queue, batches } = setUp()
  for (const id of ids(1500)) queue.note(id)
  await queue.flush(true)
  expect(batches().flat()).toEqual(ids(1000, 500))
  expect(send.mock.calls.every(([, isLeaving]) => isLeaving)).toBe(true)
})

test('does not send one member’s memes for the next', async () => {
  const { send, queue, batches } = setUp()
  let fail = (_: Error) => {}
  send.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
  queue.note('one')
  const sending = queue.flush()
  queue.forget()
  fail(new Error('signed out'))
  await sending
  expect(queue.hasWaiting()).toBe(false)
  queue.note('one')
  await queue.flush()
  expect(batches()).toEqual([['one'], ['one']])
})
