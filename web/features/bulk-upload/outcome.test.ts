import { expect, test } from 'vitest'
import { canRetryAtOnce } from './outcome.ts'

const failed = (code: string) => ({ index: 0, fileName: 'a.png', status: 'failed', code }) as const

test('retries at once only after server failures', () => {
  expect(canRetryAtOnce([failed('server.error'), { index: 1, fileName: 'b', status: 'done' }])).toBe(true)
  expect(canRetryAtOnce([failed('server.error'), failed('image.invalid')])).toBe(false)
  expect(canRetryAtOnce([failed('server.error'), failed('meme.duplicate')])).toBe(true)
  expect(canRetryAtOnce([failed('meme.duplicate')])).toBe(false)
  expect(canRetryAtOnce([{ index: 1, fileName: 'b', status: 'done' }])).toBe(false)
})
