import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './load-again.ts'

let opened = 'navigate'
const reload = vi.fn()

beforeEach(() => {
  opened = 'navigate'
  reload.mockClear()
  vi.useFakeTimers()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [{ type: opened } as never])
})
afterEach(() => vi.restoreAllMocks())

it('reloads the page, but not again after a reload', async () => {
  await reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
  opened = 'reload'
  await reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('does not replace the page that a person goes to, but reloads if they stay', async () => {
  dispatchEvent(new Event('beforeunload'))
  const reloaded = reloadOnce()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await reloaded
  expect(reload).toHaveBeenCalledTimes(1)
})
