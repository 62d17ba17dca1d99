import PQueue from 'p-queue'
import { PictureError } from './picture-error.ts'

export interface PictureQueue {
  /**
   * Runs the work when a slot is free.
   * @param pixels of all frames; only one heavy picture is processed at a time
   * @param owner whose work it is, where the queue bounds what one of them has in it
   * @throws PictureError `image.busy` at once when too many wait already
   */
  run<T>(pixels: number, work: () => Promise<T>, owner?: string): Promise<T>
}

/** Larger pictures need hundreds of megabytes for seconds, since WebP keeps several copies of a frame. */
const HEAVY_PIXELS = 16_000_000

/**
 * Limits how many pictures are processed at once and how many wait.
 * @param bounds `running` pictures at a time; with more than `waiting` queued, callers are rejected, as is an owner who has
 *   `perOwner` in it
 */
export function createPictureQueue(bounds: { running: number; waiting: number; perOwner?: number }): PictureQueue {
  const all = new PQueue({ concurrency: bounds.running })
  const heavy = new PQueue({ concurrency: 1 })
  let present = 0
  const ofOwners = new Map<string, number>()
  const count = (owner: string | undefined, step: number) => {
    if (owner === undefined) return
    const now = (ofOwners.get(owner) ?? 0) + step
    if (now > 0) ofOwners.set(owner, now)
    else ofOwners.delete(owner)
  }
  return {
    async run(pixels, work, owner) {
      if (present >= bounds.running + bounds.waiting) throw new PictureError('image.busy')
      if (owner && bounds.perOwner && (ofOwners.get(owner) ?? 0) >= bounds.perOwner)
        throw new PictureError('image.busy')
      present += 1
      count(owner, 1)
      try {
        return await (pixels > HEAVY_PIXELS ? heavy.add(() => all.add(work)) : all.add(work))
      } finally {
        present -= 1
        count(owner, -1)
      }
    },
  }
}

/** Shared by the whole process, because it guards the process's memory. */
export const pictureQueue = createPictureQueue({ running: 2, waiting: 32 })

/** Searches by picture, which anybody can send: apart from uploads, which they never hold up. */
export const searchQueue = createPictureQueue({ running: 1, waiting: 12, perOwner: 3 })
