import type { Db } from '#server/platform/db/db.ts'
import { isSuspended } from '../users/lists/suspended.ts'

/** Returns when the next suspension ends; undefined if none has an end. */
export async function findNextEnd(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('users')
    .select('suspended_until')
    .where('suspended_until', 'is not', null)
    .where('suspended_at', 'is not', null)
    .orderBy('suspended_until')
    .limit(1)
    .executeTakeFirst()
  return row?.suspended_until ?? undefined
}

/** Returns members with an ended suspension, up to `limit`. */
export async function findEndedSuspensions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(({ not }) => not(isSuspended('users')))
    .where('suspended_at', 'is not', null)
    .orderBy('suspended_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
