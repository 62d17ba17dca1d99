import { createHmac } from 'node:crypto'
import { isEqualConstantTime } from '../constant-time-equal.ts'
import { AppError } from '../errors.ts'

/** Trims a list read with `limit + 1` to a page, and returns a cursor from its last row if more rows follow. */
export function cutPage<Row, Cursor>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
): { page: Row[]; hasNext: boolean; nextCursor: Cursor | null } {
  const page = rows.slice(0, limit)
  const hasNext = rows.length > limit
  const last = page.at(-1)
  return { page, hasNext, nextCursor: hasNext && last !== undefined ? cursorOf(last) : null }
}

/** Combines a cursor's two fields; undefined if both are missing. Throws cursor.invalid if only one is. */
export function cursorPair<A, B>(first: A | undefined, second: B | undefined): [A, B] | undefined {
  if (first !== undefined && second !== undefined) return [first, second]
  if (first === undefined && second === undefined) return undefined
  throw new AppError('cursor.invalid')
}

/** Encodes an opaque keyset cursor: the values as JSON in base64url, signed against forgery. */
export function encodeCursor(secret: string, values: readonly (string | number | null)[]): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${body}.${signature(secret, body)}`
}

/** Decodes a cursor issued by this installation; undefined for any other text. */
export function decodeCursor(secret: string, cursor: string): (string | number | null)[] | undefined {
  const [body, given, ...rest] = cursor.split('.')
  if (!body || !given || rest.length > 0) return undefined
  if (!isEqualConstantTime(given, signature(secret, body))) return undefined
  try {
    const values: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    return Array.isArray(values) ? (values as (string | number | null)[]) : undefined
  } catch {
    return undefined
  }
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`cursor ${body}`).digest('base64url').slice(0, 22)
}
