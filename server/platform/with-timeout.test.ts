import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('returns the result or error of work in time, and leaves no timer', async () => {
  expect(await withTimeout(1000, Promise.resolve('done'), 'too late')).toBe('done')
  await expect(withTimeout(1000, Promise.reject(new Error('broken')), 'too late')).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects work at its time limit', async () => {
  const late = expect(withTimeout(1000, new Promise(() => {}), 'too late')).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(1000)
  await late
})
