export interface FieldFailure {
  path: string
  code: string
  message: string
}

/** The server answered, and the answer is a failure. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** Stable key of contract/errors.ts; `client.noEnvelope` where something between us and the server answered. */
  readonly code: string
  readonly errors: readonly FieldFailure[]
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined
  /** The whole answer: some failures carry fields of their own (`email`, `duplicateOf`). */
  readonly body: Readonly<Record<string, unknown>>

  /** `message` is the server's sentence for people, in their language; empty when there was none. */
  constructor(status: number, body: Record<string, unknown>, retryAfter?: number) {
    super(typeof body.message === 'string' ? body.message : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'client.noEnvelope'
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldFailure[]) : []
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** No answer came: offline, refused, cut off. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** The caller gave up; never worth a message. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
