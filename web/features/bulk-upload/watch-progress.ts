import { BULK_STREAM_CLOSE_DELAY_MS, STREAM_HEARTBEAT_SECONDS } from '#contract/limits.ts'
import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import { api, apiStream } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { readEvents } from '../../lib/read-events.ts'

export interface ProgressHandlers {
  onProgress(progress: BulkProgress): void
  /** The connection was lost before the end; called once per established connection. */
  onLost(): void
  /** The upload does not exist or belongs to another user. */
  onGone(): void
}

const FIRST_WAIT_MS = 1000
const WAIT_MAX_MS = 30_000
/** After this many consecutive empty streams, polls the status endpoint instead. */
const STREAMS_BEFORE_POLLING = 4
const POLL_EVERY_MS = 5000
const POLLS_BEFORE_STREAM = 6
/** After more than two heartbeat intervals without data, the connection counts as dead. */
const SILENCE_MAX_MS = STREAM_HEARTBEAT_SECONDS * 2500

/** Follows an upload to its end, reconnecting as needed. Returns a function that stops it. */
export function watchProgress(uploadId: string, handlers: ProgressHandlers): () => void {
  const controller = new AbortController()
  void follow(uploadId, handlers, controller)
  return () => controller.abort()
}

async function follow(uploadId: string, handlers: ProgressHandlers, controller: AbortController): Promise<void> {
  const { signal } = controller
  const state = { lastEventId: undefined as string | undefined, failures: 0, isEnded: false }
  const onProgress = (progress: BulkProgress) => {
    if (signal.aborted) return
    handlers.onProgress(progress)
    if (progress.status === 'processing' || state.isEnded) return
    state.isEnded = true
    setTimeout(() => controller.abort(), BULK_STREAM_CLOSE_DELAY_MS)
  }
  while (!signal.aborted && !state.isEnded) {
    try {
      if (state.failures < STREAMS_BEFORE_POLLING) await readStream(uploadId, state, onProgress, signal)
      else await poll(uploadId, state, onProgress, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isGone(error)) return handlers.onGone()
      if (error instanceof ApiError && error.status === 401) return
    }
    if (state.isEnded || signal.aborted) return
    if (state.failures === 0) handlers.onLost()
    state.failures += 1
    await sleep(Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (state.failures - 1)), signal)
  }
}

const isGone = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

interface Position {
  lastEventId: string | undefined
  failures: number
  isEnded: boolean
}

async function readStream(
  uploadId: string,
  position: Position,
  onProgress: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  const either = AbortSignal.any([signal, silence.signal])
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
  try {
    const options = { params: { uploadId }, signal: either }
    const stream = await apiStream('GET /meme/bulk/progress/{uploadId}', options, position.lastEventId)
    for await (const event of readEvents(stream)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS)
      position.failures = 0
      if (event.event === 'heartbeat') continue
      if (event.id !== undefined) position.lastEventId = event.id
      const progress = JSON.parse(event.data) as BulkProgress
      if ((progress as { type: string }).type !== 'heartbeat') onProgress(progress)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Polls a few times, then retries the stream. */
async function poll(
  uploadId: string,
  position: Position,
  onProgress: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let asked = 0; asked < POLLS_BEFORE_STREAM && !position.isEnded; asked += 1) {
    onProgress(await api('GET /meme/bulk/status/{uploadId}', { params: { uploadId }, signal }))
    if (!position.isEnded) await sleep(POLL_EVERY_MS, signal)
  }
  position.failures = STREAMS_BEFORE_POLLING - 2
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
