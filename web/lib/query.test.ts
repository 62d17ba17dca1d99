import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { shouldRetry } from './query.ts'

describe('a failed query', () => {
  it.each([502, 503, 504])('is retried after a %i, twice', (status) => {
    const error = new ApiError(status, {})
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false])
  })

  it('is retried after a lost connection', () => {
    expect(shouldRetry(0, new NetworkError('offline'))).toBe(true)
  })

  it.each([400, 401, 403, 404, 429, 500])('is not retried after a %i', (status) => {
    expect(shouldRetry(0, new ApiError(status, {}))).toBe(false)
  })
})
