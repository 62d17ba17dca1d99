import type { Size } from '#contract/caption-layout.ts'
import type { Caption } from '#contract/captions.ts'
import { PictureError } from '../../../platform/images/picture-error.ts'
import { createLazyThread, ThreadTooSlow } from '../../../platform/threads/lazy-thread.ts'

/** What the thread is asked, and what it answers: characters that cannot be drawn, or an SVG. */
export type CaptionQuestion =
  | { kind: 'check'; captions: readonly Caption[] }
  | { kind: 'draw'; captions: readonly Caption[]; size: Size }

const START_LIMIT_MS = 20_000
const TIME_LIMIT_MS = 10_000
const IDLE_MS = 60_000
/** Four fonts and the longest captions take a tenth of it. */
const MEMORY_MB = 192

/** Laying out letters and tracing their outlines takes up to a second, in which the process could answer no other request. */
const thread = createLazyThread<CaptionQuestion, string[] | string>(new URL('./caption-thread.ts', import.meta.url), {
  startLimitMs: START_LIMIT_MS,
  timeLimitMs: TIME_LIMIT_MS,
  idleMs: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
})

async function ask(question: CaptionQuestion): Promise<string[] | string> {
  try {
    return await thread.ask(question)
  } catch (error) {
    throw error instanceof ThreadTooSlow ? new PictureError('image.tooSlow', { cause: error }) : error
  }
}

/** The characters and emoji of captions that cannot be drawn. @throws PictureError `image.tooSlow` */
export const unsupportedCharacters = async (captions: readonly Caption[]) =>
  (await ask({ kind: 'check', captions })) as string[]

/** Captions as SVG of a picture's size. @throws PictureError `image.tooSlow` */
export const captionsSvg = async (captions: readonly Caption[], size: Size) =>
  (await ask({ kind: 'draw', captions, size })) as string
