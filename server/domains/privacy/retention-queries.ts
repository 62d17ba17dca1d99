import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { RetentionDates } from './rules.ts'

export interface InactiveMember {
  id: string
  username: string
  email: string | null
  language: Language
}

const inactive = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'content_language as language'])
    .where('is_demo', '=', false)
    .orderBy('last_active_at')

/** Returns inactive members who have not been warned since their last visit. */
export async function findToWarn(db: Db, dates: RetentionDates, limit: number): Promise<InactiveMember[]> {
  return inactive(db)
    .where('last_active_at', '<', dates.warnInactiveSince)
    .where((where) =>
      where.or([
        where('inactivity_warned_at', 'is', null),
        where('inactivity_warned_at', '<', where.ref('last_active_at')),
      ]),
    )
    .limit(limit)
    .execute()
}

const toDelete = (db: Db, dates: RetentionDates) =>
  inactive(db)
    .where('last_active_at', '<', dates.deleteInactiveSince)
    .where('inactivity_warned_at', '<', dates.warnedBefore)
    .whereRef('inactivity_warned_at', '>=', 'last_active_at')

/** Returns members with a warning period that ended without a visit. */
export async function findToDelete(db: Db, dates: RetentionDates, limit: number): Promise<InactiveMember[]> {
  return toDelete(db, dates).limit(limit).execute()
}

/** Rechecks, with the member locked, that they are due for deletion. */
export async function isStillToDelete(tx: Tx, dates: RetentionDates, userId: string): Promise<boolean> {
  return (await toDelete(tx, dates).where('id', '=', userId).forUpdate().executeTakeFirst()) !== undefined
}

/** Returns false if the member has visited in the meantime or was already warned. */
export async function markWarned(tx: Tx, dates: RetentionDates, userId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('users')
    .set({ inactivity_warned_at: now })
    .where('id', '=', userId)
    .where('last_active_at', '<', dates.warnInactiveSince)
    .where((where) =>
      where.or([
        where('inactivity_warned_at', 'is', null),
        where('inactivity_warned_at', '<', where.ref('last_active_at')),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Aggregates up to `limit` old ledger rows into sums by day and action; returns the number of rows. */
export async function rollUpActions(tx: Tx, before: Date, limit: number): Promise<number> {
  const moved = await sql<{ count: number }>`
    with gone as (
      delete from actions where id in (select id from actions where at < ${before} order by at limit ${limit})
      returning at, action, delta
    ), summed as (
      insert into action_history (day, action, total)
      select (at at time zone 'UTC')::date, action, sum(delta) from gone group by 1, 2
      on conflict (day, action) do update set total = action_history.total + excluded.total
    )
    select count(*)::int as count from gone`.execute(tx)
  return moved.rows[0]?.count ?? 0
}

/** Deletes up to `limit` old sums of each kind; returns the larger of the deleted counts. */
export async function deleteHours(tx: Tx, before: Date, limit: number): Promise<number> {
  const gone: number[] = []
  for (const table of ['meme_hours', 'user_hours']) {
    const deleted = await sql`
      delete from ${sql.table(table)}
      where ctid = any (array(select ctid from ${sql.table(table)} where hour < ${before} order by hour limit ${limit}))`.execute(
      tx,
    )
    gone.push(Number(deleted.numAffectedRows ?? 0))
  }
  return Math.max(...gone)
}

export interface RetentionCounts {
  toWarn: number
  toDelete: number
  ledgerRows: number
  hours: number
  exports: number
}

/** Counts the changes that a run would make now. */
export async function countRetention(db: Db, dates: RetentionDates, now: Date): Promise<RetentionCounts> {
  const counted = await sql<RetentionCounts>`
    select (select count(*)::int from users where not is_demo and last_active_at < ${dates.warnInactiveSince}
        and (inactivity_warned_at is null or inactivity_warned_at < last_active_at)) as "toWarn",
      (select count(*)::int from users where not is_demo and last_active_at < ${dates.deleteInactiveSince}
        and inactivity_warned_at < ${dates.warnedBefore} and inactivity_warned_at >= last_active_at) as "toDelete",
      (select count(*)::int from actions where at < ${dates.usageBefore}) as "ledgerRows",
      (select count(*)::int from meme_hours where hour < ${dates.analyticsBefore})
        + (select count(*)::int from user_hours where hour < ${dates.analyticsBefore}) as hours,
      (select count(*)::int from data_exports where expires_at < ${now} and file_key is not null) as exports`.execute(
    db,
  )
  return counted.rows[0] ?? { toWarn: 0, toDelete: 0, ledgerRows: 0, hours: 0, exports: 0 }
}
