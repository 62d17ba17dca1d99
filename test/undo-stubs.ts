import { afterAll, vi } from 'vitest'

// The files of a worker share modules and globals, so each undoes its stubs.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
