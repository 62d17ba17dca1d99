import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { isTimeout, startDeadline } from './deadline.ts'
import { PictureError } from './picture-error.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  vi.useRealTimers()
})

test('all steps of a picture share one time limit', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const deadline = startDeadline(10)
  expect(deadline.secondsLeft()).toBe(10)
  vi.advanceTimersByTime(9_500)
  expect(deadline.secondsLeft()).toBe(1)
  vi.advanceTimersByTime(500)
  expect(() => deadline.secondsLeft()).toThrow(new PictureError('image.tooSlow'))
})

test('sharp stops slow work with a recognizable error', async () => {
  const create = { width: 9000, height: 9000, channels: 3, background: '#888' } as const
  const slow = sharp({ create }).blur(200).sharpen({ sigma: 10 }).timeout({ seconds: 1 }).raw().toBuffer()
  const error: unknown = await slow.catch((reason: unknown) => reason)
  expect(isTimeout(error)).toBe(true)
  expect(isTimeout(new Error('another'))).toBe(false)
})
