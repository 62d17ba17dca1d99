/** The bucket or the mail server does not respond, or reports that it is unavailable. Becomes a 503. */
export class ServiceDownError extends Error {
  override name = 'ServiceDownError'
  readonly code = 'server.unavailable'
}

/** Operating system and DNS error codes of unreachable hosts. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** PostgreSQL SQLSTATEs: connection exceptions, out of resources, shutting down or starting, read-only standby. */
const DATABASE_DOWN = /^(08|53|57P|25006$)/
/** Statement timeout, and lock timeout. */
const OUT_OF_TIME = new Set(['57014', '55P03'])
/** The driver's message if no response arrives within `query_timeout`. */
const RESPONSE_MISSING = 'Query read timeout'
/** Messages of driver errors without a code. */
const OF_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded)/
const POOL_CLOSED = 'Cannot use a pool after calling end on the pool'

/**
 * Returns true if the database, bucket or mail server is temporarily unreachable. The operation may be retried; a failed write may or
 * may not have happened.
 */
export function isServiceDown(error: unknown): boolean {
  if (error instanceof ServiceDownError) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (NO_CONNECTION.has(code) || DATABASE_DOWN.test(code))) return true
  return isResponseMissing(error) || (typeof message === 'string' && OF_DRIVER.test(message))
}

/** Returns true if the database did not respond in time, so its connection is broken. */
export const isResponseMissing = (error: unknown): boolean =>
  (error as { message?: unknown } | null | undefined)?.message === RESPONSE_MISSING

/** Like isServiceDown, but also true if a statement timed out or this process is closing, so that the client may retry. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return isServiceDown(error) || OUT_OF_TIME.has(String(code)) || message === POOL_CLOSED
}

/** Returns a failure's reason in one line; errors of multi-address connections have only a code. */
export function lineOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : String(code ?? error)
  return text.split('\n')[0] ?? text
}
