import { PictureError } from './picture-error.ts'

export interface PictureQueue {
  /**
   * Runs the work when a slot is free; owners take turns.
   * @param pixels of all frames; only one heavy picture is processed at a time
   * @param owner a member, a visitor's network, or a server task
   * @throws PictureError `image.busy` immediately if too many pictures are waiting, in total or for this owner
   */
  run<T>(owner: string, pixels: number, work: () => Promise<T>): Promise<T>
}

export interface QueueBounds {
  /** Maximum pictures processed concurrently. */
  running: number
  /** Maximum waiting pictures; more are rejected. */
  waiting: number
  /** Maximum of both together for one owner; more are rejected. */
  perOwner: number
}

interface Entry {
  isHeavy: boolean
  start(): void
}

/** Larger pictures need hundreds of megabytes for seconds, since WebP holds several copies of a frame. */
const HEAVY_PIXELS = 16_000_000

/** Limits how many pictures are processed concurrently, how many wait, and how many of both one owner may have. */
export function createPictureQueue(bounds: QueueBounds): PictureQueue {
  /** Waiting work by owner; the most recently served owner is last. */
  const waiting = new Map<string, Entry[]>()
  const places = new Map<string, number>()
  let present = 0
  let running = 0
  let isHeavyRunning = false

  const count = (owner: string, step: number) => {
    present += step
    const now = (places.get(owner) ?? 0) + step
    if (now > 0) places.set(owner, now)
    else places.delete(owner)
  }
  const takeNext = (): Entry | undefined => {
    for (const [owner, entries] of waiting) {
      const at = entries.findIndex(({ isHeavy }) => !(isHeavy && isHeavyRunning))
      if (at < 0) continue
      const [entry] = entries.splice(at, 1)
      waiting.delete(owner)
      if (entries.length > 0) waiting.set(owner, entries)
      return entry
    }
    return undefined
  }
  const fillSlots = () => {
    while (running < bounds.running) {
      const entry = takeNext()
      if (!entry) return
      running += 1
      if (entry.isHeavy) isHeavyRunning = true
      entry.start()
    }
  }
  const waitForSlot = (owner: string, isHeavy: boolean) =>
    new Promise<void>((start) => {
      const entries = waiting.get(owner) ?? []
      entries.push({ isHeavy, start })
      waiting.set(owner, entries)
      fillSlots()
    })

  return {
    async run(owner, pixels, work) {
      const isFull = present >= bounds.running + bounds.waiting
      if (isFull || (places.get(owner) ?? 0) >= bounds.perOwner) throw new PictureError('image.busy')
      const isHeavy = pixels > HEAVY_PIXELS
      count(owner, 1)
      await waitForSlot(owner, isHeavy)
      try {
        return await work()
      } finally {
        count(owner, -1)
        running -= 1
        if (isHeavy) isHeavyRunning = false
        fillSlots()
      }
    },
  }
}

/**
 * Purposes of picture processing. Each has a separate queue, so that none delays another, and limits each owner to few slots.
 * The whole process shares the queues, because the limits protect its memory.
 */
export const pictureQueues = {
  /** Uploads, avatars and the site's logo. The gate admits fewer per owner and queues the rest. */
  upload: createPictureQueue({ running: 2, waiting: 62, perOwner: 32 }),
  /** Searches by picture, which are open to visitors: those of a network share a place. */
  search: createPictureQueue({ running: 1, waiting: 63, perOwner: 12 }),
  /** Captions on templates and on a member's pictures. */
  captions: createPictureQueue({ running: 1, waiting: 63, perOwner: 8 }),
  /** Pictures derived from stored ones for everyone: previews and templates. */
  preview: createPictureQueue({ running: 1, waiting: 63, perOwner: 8 }),
  /** GIFs for other software, which shows a page of them at once. */
  gif: createPictureQueue({ running: 1, waiting: 255, perOwner: 60 }),
} as const satisfies Record<string, PictureQueue>

/** The owner of server work that is not for a member: imports, demo data. */
export const SERVER_OWNER = 'server'
