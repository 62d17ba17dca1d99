import { createLazyThread, ThreadTooSlow } from '../../threads/lazy-thread.ts'
import { PictureError } from '../picture-error.ts'
import type { ShrinkRequest } from './shrink-frames.ts'

/** A request to the thread. The response is a GIF of at most `bytes` bytes. */
export interface AnimationRequest extends ShrinkRequest {
  /** Milliseconds of each chosen frame. */
  delays: readonly number[]
  bytes: number
}

const START_LIMIT_MS = 20_000
const TIME_LIMIT_MS = 20_000
const IDLE_MS = 300_000

/** Shrinks and encodes in a thread: a million pixels take up to a tenth of a second. */
const thread = createLazyThread<AnimationRequest, Uint8Array>(new URL('./animation-thread.ts', import.meta.url), {
  startLimitMs: START_LIMIT_MS,
  timeLimitMs: TIME_LIMIT_MS,
  idleMs: IDLE_MS,
})

/**
 * Encodes the chosen frames of an animation as a GIF of at most `bytes` bytes, with the most colors that fit. The thread takes over
 * the pixels: garbage of this size here would often start a collection of the whole heap.
 * @throws PictureError `image.tooSlow`
 */
export async function makeAnimation(question: AnimationRequest): Promise<Buffer> {
  try {
    const memory = new Set(question.patches.map(({ pixels }) => pixels.buffer as ArrayBuffer))
    const { buffer, byteOffset, length } = await thread.ask(question, [...memory])
    return Buffer.from(buffer, byteOffset, length)
  } catch (error) {
    throw error instanceof ThreadTooSlow ? new PictureError('image.tooSlow', { cause: error }) : error
  }
}
