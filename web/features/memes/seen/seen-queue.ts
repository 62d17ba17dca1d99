import { SEEN_BATCH_MAX } from '#contract/limits.ts'

/** Maximum number of unsent memes. The oldest are dropped if the device stays offline for long. */
const WAITING_MAX = 1000
/** Maximum number of memes that this page remembers as recorded. */
const RECORDED_MAX = 10_000

export interface SeenQueue {
  /** Queues a seen meme, once per meme. Returns whether the queue has unsent memes. */
  note: (memeId: string) => boolean
  /**
   * Sends the queue batch by batch. Batches that fail stay queued.
   * @param isLeaving the page may unload before a response arrives
   */
  flush: (isLeaving?: boolean) => Promise<void>
  hasWaiting: () => boolean
  forget: () => void
}

/** Collects seen memes and sends them in batches. */
export function createSeenQueue(send: (memeIds: string[], isLeaving: boolean) => Promise<void>): SeenQueue {
  let recorded = new Set<string>()
  let waiting: string[] = []
  let sending: Promise<void> | null = null

  async function sendAll(isLeaving: boolean): Promise<void> {
    const lists = recorded
    while (waiting.length > 0) {
      const batch = waiting.splice(0, SEEN_BATCH_MAX)
      try {
        await send(batch, isLeaving)
      } catch {
        // If another member is signed in now, `forget` has run and the batch is dropped.
        if (lists === recorded) waiting = [...batch, ...waiting].slice(-WAITING_MAX)
        return
      }
    }
  }

  return {
    note(memeId) {
      if (recorded.has(memeId)) return waiting.length > 0
      if (recorded.size >= RECORDED_MAX) recorded = new Set()
      recorded.add(memeId)
      waiting = [...waiting, memeId].slice(-WAITING_MAX)
      return true
    },
    async flush(isLeaving = false) {
      // A page that is unloading cannot wait for a running batch.
      if (isLeaving) return sendAll(true)
      sending ??= sendAll(false).finally(() => {
        sending = null
      })
      return sending
    },
    hasWaiting: () => waiting.length > 0,
    forget() {
      recorded = new Set()
      waiting = []
    },
  }
}
