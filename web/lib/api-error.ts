export interface FieldFailure {
  path: string
  code: string
  message: string
}

/** The server returned a failure. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** Code from contract/errors.ts; `client.noEnvelope` if something between client and server responded. */
  readonly code: string
  readonly errors: readonly FieldFailure[]
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined
  /** With a 5xx: names the request in the log of the server. */
  readonly requestId: string | undefined
  /** The whole response: some failures have extra fields (`email`, `duplicateOf`). */
  readonly body: Readonly<Record<string, unknown>>

  /** `message` is the server's localised message; empty if there was none. */
  constructor(status: number, body: Record<string, unknown>, retryAfter?: number) {
    super(typeof body.message === 'string' ? body.message : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'client.noEnvelope'
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldFailure[]) : []
    this.retryAfter = retryAfter
    this.requestId = typeof body.requestId === 'string' ? body.requestId : undefined
    this.body = body
  }
}

/** No response: offline, refused, or interrupted. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Aborted by the caller; never shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
