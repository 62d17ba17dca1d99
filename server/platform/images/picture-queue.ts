import { PictureError } from './picture-error.ts'

export interface PictureQueue {
  /**
   * Runs the work when a slot is free; owners take turns.
   * @param pixels of all frames; only one heavy picture is processed at a time
   * @param owner a member, a visitor's network, or a task of the server
   * @throws PictureError `image.busy` at once when too many wait already, or too many of this owner
   */
  run<T>(owner: string, pixels: number, work: () => Promise<T>): Promise<T>
}

export interface QueueBounds {
  /** Pictures at once. */
  running: number
  /** Pictures that wait; more are refused. */
  waiting: number
  /** How many of both together one owner may have; more are refused. */
  perOwner: number
}

interface Entry {
  isHeavy: boolean
  start(): void
}

/** Larger pictures need hundreds of megabytes for seconds, since WebP keeps several copies of a frame. */
const HEAVY_PIXELS = 16_000_000

/** Limits how many pictures are processed at once, how many wait, and how many of these one owner may have. */
export function createPictureQueue(bounds: QueueBounds): PictureQueue {
  /** What waits, by owner; the owner who was served last is at the end. */
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
 * What pictures are processed for. Each kind has a queue of its own, so that none holds up another, and an owner has few of its
 * places. Shared by the whole process, because the bounds guard its memory.
 */
export const pictureQueues = {
  /** Uploads, avatars and the site's logo. The gate lets in fewer of one owner, whose others wait there. */
  upload: createPictureQueue({ running: 2, waiting: 62, perOwner: 32 }),
  /** Searches by picture, which visitors may send. */
  search: createPictureQueue({ running: 1, waiting: 29, perOwner: 3 }),
  /** Captions on templates and on a member's pictures. */
  captions: createPictureQueue({ running: 1, waiting: 63, perOwner: 8 }),
  /** Pictures made of stored ones for everybody: those of previews and of templates. */
  preview: createPictureQueue({ running: 1, waiting: 63, perOwner: 8 }),
} as const satisfies Record<string, PictureQueue>

/** The owner of work that the server does for no member: imports, demo data. */
export const SERVER_ITSELF = 'server'
