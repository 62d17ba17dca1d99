import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDebounce } from './debounce.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const open = () => new AbortController().signal

it('sends a first request at once', async () => {
  await expect(createDebounce(300)(open())).resolves.toBeUndefined()
})

it('delays a request that follows closely', async () => {
  const pace = createDebounce(300)
  await pace(open())
  const sent = vi.fn()
  void pace(open()).then(sent)
  await vi.advanceTimersByTimeAsync(299)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveBeenCalled()
})

it('does not send an aborted request', async () => {
  const pace = createDebounce(300)
  await pace(open())
  const leaving = new AbortController()
  const waiting = expect(pace(leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
  leaving.abort()
  await waiting
})

it('sends at once again after a pause', async () => {
  const pace = createDebounce(300)
  await pace(open())
  await vi.advanceTimersByTimeAsync(300)
  const sent = vi.fn()
  await pace(open()).then(sent)
  expect(sent).toHaveBeenCalled()
})
