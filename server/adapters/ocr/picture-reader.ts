import PQueue from 'p-queue'
import { createEngines } from '#reader/engines.ts'
import type { ReadWord } from '#reader/merge-readings.ts'
import { readPicture } from '#reader/read-picture.ts'
import { withTimeout } from '../../with-timeout.ts'

export interface PictureReader {
  /**
   * The words in a stored picture, in reading order; of an animation, those of the first and the middle frame.
   * @throws when the picture cannot be decoded or takes longer than the limit
   */
  read(picture: Buffer): Promise<ReadWord[]>
  close(): Promise<void>
}

const IDLE_MS = 30_000
const TIME_LIMIT_MS = 20_000
/** The engine's memory only grows, so its threads are replaced after this many pictures. */
const PICTURES_PER_THREAD = 200

/**
 * Reads pictures one after another in threads that start with the first picture and end after half a minute without one.
 * @param languages as Tesseract names them: eng, vie or eng+vie
 */
export function createPictureReader(languages: string): PictureReader {
  const engines = createEngines()
  let pictures = 0
  let idle: NodeJS.Timeout | undefined
  const queue = new PQueue({ concurrency: 1 })

  const release = async () => {
    clearTimeout(idle)
    pictures = 0
    await engines.close()
  }
  const readOne = async (picture: Buffer) => {
    clearTimeout(idle)
    pictures += 1
    if (pictures > PICTURES_PER_THREAD) await release()
    try {
      return await withTimeout(
        TIME_LIMIT_MS,
        readPicture(picture, languages, engines),
        'Reading the picture took too long',
      )
    } catch (error) {
      // A stuck thread never recovers.
      await release()
      throw error
    } finally {
      idle = setTimeout(() => void release(), IDLE_MS)
      idle.unref()
    }
  }
  return {
    read: (picture) => queue.add(() => readOne(picture)),
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}
