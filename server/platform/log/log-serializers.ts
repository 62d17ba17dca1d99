import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import { cut } from '#contract/bounded.ts'
import { GIF_KEY_PREFIX } from '#contract/site/gif-keys.ts'

const TEXT_MAX_CHARS = 8000
const CAUSES_MAX = 4
/**
 * Error fields that are safe to log. All others may contain member content: PostgreSQL's `detail` quotes the row, mail errors
 * name the recipient.
 */
const LOGGED_PROPERTIES = ['code', 'constraint', 'table', 'statusCode', 'status', 'syscall', 'errno'] as const

const MASKS: [RegExp, string][] = [
  // A URL's query and fragment contain tokens; its login, a password.
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@"']*@/gi, '$1[login]@'],
  [/([?#])[\w.~%-]+=[^\s"'<>]*/g, '$1[query]'],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, '$1 [token]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [new RegExp(`\\b(?:${ACCESS_TOKEN_PREFIX}|${GIF_KEY_PREFIX})[\\w-]{20,}`, 'g'), '[token]'],
  [/[^\s<>"'(),:;@[\]=]+@[^\s<>"'(),:;@[\]]+\.[^\s<>"'(),:;@[\]]+/g, '[address]'],
  // Invalid input, as PostgreSQL and JSON.parse quote it.
  [/((?:invalid input|out of range|malformed|violates|Unexpected|syntax for)[^"\n]*)"[^\n]*"/g, '$1"[value]"'],
]

/** Removes addresses, tokens, logins, URL queries and invalid values from an error text. */
export function withoutSecrets(text: string): string {
  return MASKS.reduce((masked, [pattern, by]) => masked.replace(pattern, by), cut(text, TEXT_MAX_CHARS))
}

interface LoggedError {
  type: string
  message: string
  stack: string
  [field: string]: unknown
}

/** Returns the loggable parts of an error and its causes. */
export function errorForLog(error: unknown, causes = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === 'string' ? withoutSecrets(error) : '', stack: '' }
  const kept = Object.fromEntries(
    LOGGED_PROPERTIES.flatMap((name) => {
      const value = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...kept,
    ...(error.cause !== undefined && causes < CAUSES_MAX ? { cause: errorForLog(error.cause, causes + 1) } : {}),
  }
}

/** Logs the route instead of the URL, which may contain names, codes and tokens. */
export const requestForLog = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'none',
})

const textForLog = (value: unknown) => (typeof value === 'string' ? withoutSecrets(value) : value)

/** Serializers for the HTTP logger, which the whole server uses. */
export const logSerializers = {
  err: (error: unknown) => errorForLog(error),
  req: requestForLog,
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  reason: textForLog,
}
