import { afterEach, expect, it, vi } from 'vitest'
import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import { watchProgress } from './watch-progress.ts'

const uploadId = '0198abcd-0000-7000-8000-000000000001'
const done = { success: true, type: 'completed', uploadId, status: 'completed', percentage: 100, allResults: [] }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a lost stream is reported once, and progress goes on without it', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.split('/').at(-2) ?? '')
    if (url.includes('/progress/')) throw new TypeError('No connection')
    return Response.json(done)
  })
  const seen: BulkProgress['status'][] = []
  let lost = 0
  watchProgress(uploadId, {
    onProgress: ({ status }) => void seen.push(status),
    onLost: () => {
      lost += 1
    },
    onGone: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect({ lost, seen, asked }).toEqual({
    lost: 1,
    seen: ['completed'],
    asked: ['progress', 'progress', 'progress', 'progress', 'status'],
  })
})
