import { createLazyThread, ThreadTooSlow } from '../../threads/lazy-thread.ts'
import { PictureError } from '../picture-error.ts'
import type { AnimationFrames } from './encode-animation.ts'

/** A request to the thread. The response is a GIF of at most `bytes` bytes. */
export interface AnimationQuestion {
  frames: AnimationFrames
  bytes: number
}

const START_LIMIT_MS = 20_000
const TIME_LIMIT_MS = 20_000
const IDLE_MS = 300_000

/** Encodes in a thread: a million pixels take up to a tenth of a second. */
const thread = createLazyThread<AnimationQuestion, Uint8Array>(new URL('./animation-thread.ts', import.meta.url), {
  startLimitMs: START_LIMIT_MS,
  timeLimitMs: TIME_LIMIT_MS,
  idleMs: IDLE_MS,
})

/**
 * Encodes an animation as a GIF of at most `bytes` bytes, with the most colors that fit.
 * @throws PictureError `image.tooSlow`
 */
export async function makeAnimation(frames: AnimationFrames, bytes: number): Promise<Buffer> {
  try {
    return Buffer.from(await thread.ask({ frames, bytes }))
  } catch (error) {
    throw error instanceof ThreadTooSlow ? new PictureError('image.tooSlow', { cause: error }) : error
  }
}
