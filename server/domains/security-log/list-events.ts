import type { SecurityEvent, SecurityEventName } from '#contract/auth/security-log.ts'
import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deviceInWords } from '#server/platform/describe-device.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { deleteEventsBefore, findEvents, findEventsAfter, type SecurityEventRow } from './queries.ts'
import { memberKey, networkKey } from './rules.ts'

export interface SecurityEventPage {
  data: SecurityEvent[]
  hasNextPage: boolean
  nextCursor: string | null
}

/** Returns one page of the caller's own log events, newest first. Throws cursor.invalid. */
export async function listOwnEvents(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  input: { limit: number; cursor?: string | undefined },
): Promise<SecurityEventPage> {
  const secret = deps.config.authSecret
  const before = input.cursor === undefined ? undefined : readCursor(secret, input.cursor, viewer.userId)
  const rows = await findEvents(deps.db, {
    subjectKey: memberKey(secret, viewer.userId),
    limit: input.limit + 1,
    ...(before === undefined ? {} : { before }),
  })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(secret, ['security', viewer.userId, last.id]),
  )
  const network = networkKey(secret, viewer.address)
  return {
    data: page.map((row) => ({
      _id: row.id,
      event: row.event as SecurityEventName,
      at: row.at.toISOString(),
      device: deviceOf(row, viewer.language),
      sameNetwork: row.network_key === network,
    })),
    hasNextPage: hasNext,
    nextCursor,
  }
}

/** The most events that one query reads. */
const BATCH = 1000

/** Returns all log events of a member, newest first; retention bounds their number. */
export async function allEventsOf(
  deps: Pick<Deps, 'config' | 'db'>,
  { userId, language }: { userId: string; language: Language },
): Promise<{ event: string; at: Date; device: string }[]> {
  const subjectKey = memberKey(deps.config.authSecret, userId)
  const events: SecurityEventRow[] = []
  for (;;) {
    const before = events.at(-1)?.id
    const rows = await findEvents(deps.db, { subjectKey, limit: BATCH, ...(before === undefined ? {} : { before }) })
    events.push(...rows)
    if (rows.length < BATCH) break
  }
  return events.map((row) => ({ event: row.event, at: row.at, device: deviceOf(row, language) }))
}

const deviceOf = (row: SecurityEventRow, language: Language) =>
  row.network_key === null ? '' : deviceInWords(row.device, language)

function readCursor(secret: string, cursor: string, userId: string): string {
  const [of, ofUser, id] = decodeCursor(secret, cursor) ?? []
  if (of !== 'security' || ofUser !== userId || typeof id !== 'string') throw new AppError('cursor.invalid')
  return id
}

/** Hide younger events: a concurrent one may get an earlier id and appear later. */
const SETTLED_AFTER_MS = 30_000

/**
 * Returns events for the operator, oldest first: the newest ones, of one member (by id) or of all. With `after` (an id), returns
 * the first events after that one, so that a polling client misses none and receives none twice.
 */
export async function listEvents(
  deps: Pick<Deps, 'config' | 'db'>,
  input: { userId?: string | undefined; event?: string | undefined; after?: string | undefined; limit: number },
): Promise<SecurityEventRow[]> {
  const { userId, event, after, limit } = input
  const filter = {
    limit,
    ...(event === undefined ? {} : { event }),
    ...(userId === undefined ? {} : { subjectKey: memberKey(deps.config.authSecret, userId) }),
  }
  if (after !== undefined)
    return findEventsAfter(deps.db, { ...filter, after, before: new Date(Date.now() - SETTLED_AFTER_MS) })
  return (await findEvents(deps.db, filter)).reverse()
}

export const forgetEventsBefore = (tx: Tx, before: Date): Promise<void> => deleteEventsBefore(tx, before)
