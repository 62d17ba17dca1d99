import PQueue from 'p-queue'
import type { ReadWord } from '#reader/merge-readings.ts'
import type { ReaderSettings } from '#reader/settings.ts'
import { askReader, prepareReader, startReader, UnreadablePicture } from './reader-child.ts'

export interface PictureReader {
  /**
   * The words in a stored picture, in reading order; of an animation, those of its scenes.
   * @throws when the picture cannot be decoded or takes longer than the limit
   */
  read(picture: Buffer): Promise<ReadWord[]>
  /** A picture is about to come: starts what reads it, so that its words are found sooner. */
  wake(): void
  close(): Promise<void>
}

const IDLE_MS = 30_000
/** Its memory only grows, so the process is replaced after this many pictures, or when it has this much. */
const PICTURES_MAX = 500
const MEMORY_MAX = 500 * 2 ** 20

/**
 * Reads pictures one after another in a process that starts when the first is about to come, or comes, and ends after half a minute
 * without one.
 */
export function createPictureReader(settings: ReaderSettings): PictureReader {
  let child: ReturnType<typeof startReader> | undefined
  let pictures = 0
  let idle: NodeJS.Timeout | undefined
  const queue = new PQueue({ concurrency: 1 })

  const release = async () => {
    clearTimeout(idle)
    const ending = child
    child = undefined
    pictures = 0
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.ref()
    ending.kill('SIGKILL')
    await ended
  }
  const restFromNow = () => {
    clearTimeout(idle)
    idle = setTimeout(() => void release(), IDLE_MS)
    idle.unref()
  }
  const readOne = async (picture: Buffer) => {
    clearTimeout(idle)
    pictures += 1
    if (pictures > PICTURES_MAX || (child && !child.connected)) await release()
    child ??= startReader(settings)
    try {
      const { words, memory } = await askReader(child, picture)
      if (memory > MEMORY_MAX) await release()
      return words
    } catch (error) {
      // A picture that cannot be read leaves the process as it was; a process that is stuck or gone is replaced.
      if (!(error instanceof UnreadablePicture)) await release()
      throw error
    } finally {
      restFromNow()
    }
  }
  return {
    read: (picture) => queue.add(() => readOne(picture)),
    wake() {
      if (queue.pending > 0) return
      if (!child) {
        child = startReader(settings)
        prepareReader(child)
      }
      restFromNow()
    },
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}
