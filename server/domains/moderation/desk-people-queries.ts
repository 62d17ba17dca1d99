import type { Db } from '#server/db/db.ts'

/** Members whose suspension has ended by then, up to `limit`. */
export async function findEndedSuspensions(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('suspended_until', '<=', now)
    .where('suspended_at', 'is not', null)
    .orderBy('suspended_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
