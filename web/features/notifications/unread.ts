import { STREAM_HEARTBEAT_SECONDS } from '#contract/limits.ts'
import { api, apiStream } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { createStore, useStore } from '../../lib/store.ts'

const unread = createStore(0)
export const useUnread = (): number => useStore(unread)

const CHANNEL = 'notifications'
const FIRST_WAIT_MS = 1000
const WAIT_MAX_MS = 60_000
/** After more than two heartbeat intervals without data, the connection counts as dead. */
const SILENCE_MAX_MS = STREAM_HEARTBEAT_SECONDS * 2500

/**
 * Follows the signed-in member's number of unread notifications. A browser lock ensures that only one tab holds the stream; that
 * tab broadcasts the number to the others. Returns a function that stops.
 */
export function watchUnread(userId: string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const channel = new BroadcastChannel(`${CHANNEL} ${userId}`)
  channel.onmessage = ({ data }) => typeof data === 'number' && unread.set(data)
  const found = (count: number) => {
    if (signal.aborted) return
    unread.set(count)
    channel.postMessage(count)
  }
  // A tab that waits for the lock would otherwise have no number until the next change.
  void api('GET /notifications/unread', { signal }).then(
    ({ count }) => !signal.aborted && unread.set(count),
    () => undefined,
  )
  const hold = () => followStream(found, signal)
  const held = navigator.locks ? navigator.locks.request(`${CHANNEL} ${userId}`, { signal }, hold) : hold()
  Promise.resolve(held).catch(() => undefined)
  signal.addEventListener('abort', () => {
    channel.close()
    unread.set(0)
  })
  return () => controller.abort()
}

/** Sets the number from a response, in this tab only, until the stream updates it. */
export const setUnread = (count: number): void => unread.set(count)

async function followStream(found: (count: number) => void, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const count of readCounts(signal)) {
        failures = 0
        found(count)
      }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
      failures += 1
    }
    await sleep(Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** failures), signal)
  }
}

async function* readCounts(signal: AbortSignal): AsyncGenerator<number> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
  try {
    // Loaded lazily: visitors have no stream, and the first view does not need it.
    const { readEvents } = await import('../../lib/read-events.ts')
    const stream = await apiStream('GET /notifications/stream', { signal: AbortSignal.any([signal, silence.signal]) })
    for await (const event of readEvents(stream)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
      if (event.event === 'heartbeat') continue
      const { count } = JSON.parse(event.data) as { count?: unknown }
      if (typeof count === 'number') yield count
    }
  } finally {
    clearTimeout(timer)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
