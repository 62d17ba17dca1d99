import PQueue from 'p-queue'
import { createLazyThread } from '../threads/lazy-thread.ts'
import { decodeFrames } from './decode-frames.ts'
import { SCORER_PACKAGES } from './scorer-protocol.ts'

export interface PictureScorer {
  /**
   * Returns the probability that a stored picture is pornographic, 0 to 1; for an animation, that of its worst frame.
   * @throws UnreadablePicture if it cannot be decoded; another error if the model fails or takes too long
   */
  score(picture: Buffer): Promise<number>
  close(): Promise<void>
}

export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/** Time limit for loading the model, and for all frames of one picture, in milliseconds. */
const START_LIMIT_MS = 30_000
const TIME_LIMIT_MS = 20_000
/** The model takes some 150 MB, so release it when no pictures arrive. */
const IDLE_MS = 60_000

/** Returns true if the operator has installed the packages. */
export const canScore = (): boolean =>
  SCORER_PACKAGES.every((name) => {
    try {
      import.meta.resolve(name)
      return true
    } catch {
      return false
    }
  })

/** Scores pictures sequentially in a thread that starts with the first picture and ends after a minute of inactivity. */
export function createPictureScorer({
  thread: file = new URL('./scorer-thread.ts', import.meta.url),
  timeLimitMs = TIME_LIMIT_MS,
  idleMs = IDLE_MS,
}: {
  thread?: URL
  timeLimitMs?: number
  idleMs?: number
} = {}): PictureScorer {
  const thread = createLazyThread<Uint8Array[], number>(file, {
    startLimitMs: START_LIMIT_MS,
    timeLimitMs,
    idleMs,
    stdout: true,
  })
  const queue = new PQueue({ concurrency: 1 })

  const scoreOne = async (picture: Buffer): Promise<number> => {
    const frames = await decodeFrames(picture).catch((error) => {
      throw new UnreadablePicture((error as Error).message)
    })
    return thread.ask(frames)
  }
  return {
    score: (picture) => queue.add(() => scoreOne(picture)),
    async close() {
      await queue.onIdle()
      await thread.close()
    },
  }
}
