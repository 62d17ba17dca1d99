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
  /** Seconds to wait before a retry, if the server specifies them. */
  readonly retryAfter: number | undefined
  /** On 5xx responses: identifies the request in the server log. */
  readonly requestId: string | undefined
  /** The whole response body: some errors have extra fields (`email`, `duplicateOf`). */
  readonly body: Readonly<Record<string, unknown>>

  /** `message` is the server's localized message; empty if there was none. */
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

/** Returns true if the caller aborted the request. Such errors are never shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
