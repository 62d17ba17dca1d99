import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDebounce } from './debounce.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const open = () => new AbortController().signal

it('lets a first request go at once', async () => {
  await expect(createDebounce(300)(open())).resolves.toBeUndefined()
})

it('makes a request that follows closely wait', async () => {
  const pace = createDebounce(300)
  await pace(open())
  const sent = vi.fn()
  void pace(open()).then(sent)
  await vi.advanceTimersByTimeAsync(299)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveBeenCalled()
})

it('never sends what was given up while it waited', async () => {
  const pace = createDebounce(300)
  await pace(open())
  const leaving = new AbortController()
  const waiting = expect(pace(leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
  leaving.abort()
  await waiting
})

it('lets requests go at once again after a rest', async () => {
  const pace = createDebounce(300)
  await pace(open())
  await vi.advanceTimersByTimeAsync(300)
  const sent = vi.fn()
  await pace(open()).then(sent)
  expect(sent).toHaveBeenCalled()
})
