import PQueue from 'p-queue'
import type { ReadWord } from '#reader/merge-readings.ts'
import type { ReaderSettings } from '#reader/settings.ts'
import { prepareReader, sendToReader, startReader, UnreadablePicture } from './reader-child.ts'

export interface PictureReader {
  /**
   * Returns the words in a stored picture, in reading order; for an animation, those of its scenes.
   * @throws if the picture cannot be decoded or takes longer than the limit
   */
  read(picture: Buffer): Promise<ReadWord[]>
  /** Starts the reader process early, because a picture is about to arrive. */
  wake(): void
  /** Ends the process after its current picture, and starts none until `work` has ended. */
  pauseFor<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const IDLE_MS = 30_000
/** Limits for the process, because its memory only grows: it is replaced after this many pictures, or at this much memory. */
const PICTURES_MAX = 500
const MEMORY_MAX = 500 * 2 ** 20

/**
 * Reads pictures sequentially in a separate process. The process starts when a picture arrives or is announced, and ends after
 * half a minute of inactivity.
 * @param start starts the process
 */
export function createPictureReader(settings: ReaderSettings, start = startReader): PictureReader {
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
    child ??= start(settings)
    try {
      const { words, memory } = await sendToReader(child, picture)
      if (memory > MEMORY_MAX) await release()
      return words
    } catch (error) {
      // An unreadable picture leaves the process intact; a stuck or dead process is replaced.
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
        child = start(settings)
        prepareReader(child)
      }
      restFromNow()
    },
    pauseFor: (work) =>
      queue.add(
        async () => {
          await release()
          return work()
        },
        { priority: 1 },
      ),
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}
