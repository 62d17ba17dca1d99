import type { Size } from '#contract/templates/caption-layout.ts'
import type { Caption } from '#contract/templates/captions.ts'
import { PictureError } from '../../../platform/images/picture-error.ts'
import { createLazyThread, ThreadTooSlow } from '../../../platform/threads/lazy-thread.ts'

/** A request to the thread. The response is a list of unsupported characters, or an SVG. */
export type CaptionRequest =
  | { kind: 'check'; captions: readonly Caption[] }
  | { kind: 'draw'; captions: readonly Caption[]; size: Size }

const START_LIMIT_MS = 20_000
const TIME_LIMIT_MS = 10_000
const IDLE_MS = 60_000
/** Memory limit; four fonts and the longest captions use a tenth of it. */
const MEMORY_MB = 192

/**
 * Lays out letters and traces their outlines in a thread, because that takes up to a second and would block all other requests of
 * the process.
 */
const thread = createLazyThread<CaptionRequest, string[] | string>(new URL('./caption-thread.ts', import.meta.url), {
  startLimitMs: START_LIMIT_MS,
  timeLimitMs: TIME_LIMIT_MS,
  idleMs: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
})

async function ask(question: CaptionRequest): Promise<string[] | string> {
  try {
    return await thread.ask(question)
  } catch (error) {
    throw error instanceof ThreadTooSlow ? new PictureError('image.tooSlow', { cause: error }) : error
  }
}

/**
 * Returns the characters and emoji of captions that cannot be drawn.
 * @throws PictureError `image.tooSlow`
 */
export const unsupportedCharacters = async (captions: readonly Caption[]) =>
  (await ask({ kind: 'check', captions })) as string[]

/**
 * Returns captions as an SVG of the picture's size.
 * @throws PictureError `image.tooSlow`
 */
export const captionsSvg = async (captions: readonly Caption[], size: Size) =>
  (await ask({ kind: 'draw', captions, size })) as string
