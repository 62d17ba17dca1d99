import { SEEN_BATCH_MAX } from '#contract/limits.ts'

/** Memes that wait to be sent; the oldest go first where a connection stays away for long. */
const WAITING_MAX = 1000
/** Memes that this page has noted already. */
const NOTED_MAX = 10_000

export interface SeenQueue {
  /** Adds a seen meme, once. Returns whether anything is queued. */
  note: (memeId: string) => boolean
  /**
   * Sends what waits, a batch after another; what could not be sent waits on.
   * @param isLeaving the page may be gone before an answer comes
   */
  flush: (isLeaving?: boolean) => Promise<void>
  hasWaiting: () => boolean
  forget: () => void
}

/** Collects seen memes and sends them in batches. */
export function createSeenQueue(send: (memeIds: string[], isLeaving: boolean) => Promise<void>): SeenQueue {
  let noted = new Set<string>()
  let waiting: string[] = []
  let sending: Promise<void> | null = null

  async function sendAll(isLeaving: boolean): Promise<void> {
    const lists = noted
    while (waiting.length > 0) {
      const batch = waiting.splice(0, SEEN_BATCH_MAX)
      try {
        await send(batch, isLeaving)
      } catch {
        // Of another member by now, where it has been forgotten meanwhile.
        if (lists === noted) waiting = [...batch, ...waiting].slice(-WAITING_MAX)
        return
      }
    }
  }

  return {
    note(memeId) {
      if (noted.has(memeId)) return waiting.length > 0
      if (noted.size >= NOTED_MAX) noted = new Set()
      noted.add(memeId)
      waiting = [...waiting, memeId].slice(-WAITING_MAX)
      return true
    },
    async flush(isLeaving = false) {
      // Who leaves cannot wait for a batch under way.
      if (isLeaving) return sendAll(true)
      sending ??= sendAll(false).finally(() => {
        sending = null
      })
      return sending
    },
    hasWaiting: () => waiting.length > 0,
    forget() {
      noted = new Set()
      waiting = []
    },
  }
}
