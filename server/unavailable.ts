/** The bucket or the mail server does not answer, or says that it cannot do its work now. Answered as 503. */
export class ServiceDownError extends Error {
  override name = 'ServiceDownError'
  readonly code = 'server.unavailable'
}

/** Of the operating system and of DNS, when nobody answers at an address. */
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
/** PostgreSQL: connection exceptions, out of resources, shutting down or coming up, a standby that takes no writes yet. */
const DATABASE_DOWN = /^(08|53|57P|25006$)/
const STATEMENT_OUT_OF_TIME = '57014'
/** What the driver says without a code. */
const OF_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded)/
const POOL_CLOSED = 'Cannot use a pool after calling end on the pool'

/**
 * Whether the database, the bucket or the mail server cannot be reached for now. The same may be tried again later; whether
 * a write that failed so was made is unknown.
 */
export function isServiceDown(error: unknown): boolean {
  if (error instanceof ServiceDownError) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (NO_CONNECTION.has(code) || DATABASE_DOWN.test(code))) return true
  return typeof message === 'string' && OF_DRIVER.test(message)
}

/** As isServiceDown, or a statement ran out of time, or this process is closing: whoever asked may ask again. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return isServiceDown(error) || code === STATEMENT_OUT_OF_TIME || message === POOL_CLOSED
}

/** In one line why something failed; a connection tried at several addresses has no message, only a code. */
export function lineOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : String(code ?? error)
  return text.split('\n')[0] ?? text
}
