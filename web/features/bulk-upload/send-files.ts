import { BULK_PART_BYTES } from '#contract/limits.ts'
import type { BulkFileState } from '#contract/memes/bulk-upload.ts'
import { api } from '../../lib/api.ts'
import { ApiError, isAbort, NetworkError } from '../../lib/api-error.ts'

export interface FileToSend {
  file: File
  /** Its place on the server, and how much of it has arrived there. */
  state: BulkFileState
}

interface Handlers {
  /** Called with the bytes that have left this browser, of all files. */
  onProgress(sentBytes: number): void
  /** The server has the whole file at this position of the list. */
  onArrived(index: number): void
  /** Called with true while sending waits for the connection or the server. */
  onWaiting(isWaiting: boolean): void
}

/** Files sent at once, so that small files do not wait for each other's responses. */
const AT_ONCE = 3
const FIRST_WAIT_MS = 1000
const WAIT_MAX_MS = 30_000
/** Failed requests in a row before giving up; some minutes. */
const FAILURES_MAX = 30
/** After as many failed requests in a row, files go in parts, so that each failure loses less. */
const FAILURES_BEFORE_PARTS = 4

/**
 * Sends files one by one, each in one request; in parts, if a proxy refuses it or the connection breaks repeatedly. Retries while
 * the connection or the server is down. Rejects with the first other error, or after too many retries; files that arrived stay.
 */
export async function sendFiles(files: readonly FileToSend[], handlers: Handlers, signal: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const session = {
    files: files.map(({ file, state }) => ({ file, state, inFlight: 0 })),
    next: 0,
    partBytes: null as number | null,
    failures: 0,
    handlers,
    signal: AbortSignal.any([signal, failed.signal]),
  }
  report(session)
  const workers = Array.from({ length: AT_ONCE }, () => sendNext(session))
  try {
    await Promise.all(workers)
  } catch (error) {
    failed.abort()
    await Promise.allSettled(workers)
    throw error
  }
}

interface Sending extends FileToSend {
  /** Bytes of the current request that have left. */
  inFlight: number
}

interface Session {
  files: Sending[]
  next: number
  /** Null while files are sent whole. */
  partBytes: number | null
  /** Failed requests since the last one that brought bytes to the server. */
  failures: number
  handlers: Handlers
  signal: AbortSignal
}

async function sendNext(session: Session): Promise<void> {
  for (;;) {
    const index = session.next
    const sending = session.files[index]
    if (!sending) return
    session.next += 1
    while (sending.state.status === 'queued' && sending.state.offset < sending.state.size)
      await sendSome(session, sending)
    session.handlers.onArrived(index)
  }
}

/** Sends the rest of a file, or its next part, and waits after a failure that may pass. */
async function sendSome(session: Session, sending: Sending): Promise<void> {
  const { offset, size, uploadId, id } = sending.state
  const end = session.partBytes === null ? size : Math.min(size, offset + session.partBytes)
  const isWhole = offset === 0 && end === size
  try {
    const { data } = await api('PUT /meme/bulk/{uploadId}/files/{fileId}', {
      params: { uploadId, fileId: id },
      query: isWhole ? {} : { offset },
      bytes: sending.file.slice(offset, end),
      signal: session.signal,
      onProgress: (share) => {
        sending.inFlight = share * (end - offset)
        report(session)
      },
    })
    sending.state = data
    session.failures = 0
    session.handlers.onWaiting(false)
  } catch (error) {
    await recover(session, sending, error, end - offset)
  } finally {
    sending.inFlight = 0
    report(session)
  }
}

/** Prepares the next attempt, or rethrows the error if none can help. */
async function recover(session: Session, sending: Sending, error: unknown, sentBytes: number): Promise<void> {
  if (isAbort(error) || session.signal.aborted) throw error
  session.failures += 1
  if (session.failures > FAILURES_MAX) throw error
  if (isRefusedByProxy(error)) {
    if (sentBytes <= BULK_PART_BYTES) throw error
    session.partBytes = BULK_PART_BYTES
    return
  }
  if (error instanceof ApiError && error.code === 'upload.wrongOffset') {
    sending.state = { ...sending.state, offset: Number(error.body.offset) }
    return
  }
  if (!mayPass(error)) throw error
  if (session.failures >= FAILURES_BEFORE_PARTS) session.partBytes = BULK_PART_BYTES
  session.handlers.onWaiting(true)
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  const backoff = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (session.failures - 1))
  await sleep(seconds === undefined ? backoff : seconds * 1000, session.signal)
}

const isRefusedByProxy = (error: unknown) =>
  error instanceof ApiError && error.status === 413 && error.code === 'client.noEnvelope'

/** Returns true if a later attempt may succeed: after connection, proxy, restart, or rate limit failures. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof NetworkError
  return [408, 502, 503, 504].includes(error.status) || error.code === 'request.rateLimited'
}

function report({ files, handlers }: Session): void {
  handlers.onProgress(files.reduce((sum, { state, inFlight }) => sum + state.offset + inFlight, 0))
}

/** Ends early when the browser is online again. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}
