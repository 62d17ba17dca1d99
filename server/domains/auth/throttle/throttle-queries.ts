import { sql } from 'kysely'
import { DELETED_USERNAME_HOLD_DAYS } from '#contract/limits.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

export interface ThrottleStep {
  failures: number
  /** Set if the attempt is blocked. */
  blockedUntil: Date | null
}

/** Counts an attempt as failed in advance, so that concurrent attempts cannot exceed the limit. */
export async function countAttempt(tx: Tx, key: string, windowSeconds: number): Promise<ThrottleStep> {
  const counted = await sql<{ failures: number }>`
    insert into throttles (key, failures, updated_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when throttles.updated_at < now() - make_interval(secs => ${windowSeconds}) then 1 else throttles.failures + 1 end,
      updated_at = now()
      where throttles.blocked_until is null or throttles.blocked_until <= now()
    returning failures`.execute(tx)
  const failures = counted.rows[0]?.failures
  if (failures !== undefined) return { failures, blockedUntil: null }
  const row = await tx.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst()
  return { failures: row?.failures ?? 0, blockedUntil: row?.blocked_until ?? null }
}

/** Blocks attempts for some time, measured by the database’s clock, like `countAttempt`. */
export async function blockFor(tx: Tx, key: string, seconds: number): Promise<void> {
  await tx
    .updateTable('throttles')
    .set({ blocked_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('key', '=', key)
    .execute()
}

/** Undoes the count and delay of an attempt that succeeded. */
export async function uncountAttempt(tx: Tx, keys: string[]): Promise<void> {
  await tx
    .updateTable('throttles')
    .set({ failures: sql`greatest(0, failures - 1)`, blocked_until: null })
    .where('key', 'in', keys)
    .execute()
}

export async function forgetThrottle(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('key', '=', key).execute()
}

export async function hasThrottle(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('throttles').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

export async function putThrottle(tx: Tx, key: string): Promise<void> {
  await tx
    .insertInto('throttles')
    .values({ key, failures: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ updated_at: new Date() }))
    .execute()
}

/** Deletes outdated sign-in data: used codes, ended sessions, expired throttles, registrations and reservations. */
export async function deleteStaleSignIn(tx: Tx, keptDays: { source: number; session: number }): Promise<void> {
  await sql`delete from codes where expires_at < now() - interval '1 day'`.execute(tx)
  await sql`delete from throttles where updated_at < now() - case when failures > 0 then interval '1 day'
    else make_interval(days => ${keptDays.source}) end`.execute(tx)
  await sql`delete from sessions where least(expires_at, coalesce(revoked_at, expires_at)) < now() - make_interval(days => ${keptDays.session})`.execute(
    tx,
  )
  await sql`delete from used_tokens where expires_at < now()`.execute(tx)
  await sql`delete from provider_tickets where expires_at < now()`.execute(tx)
  await sql`delete from deleted_passkeys where deleted_at < now() - make_interval(days => ${DELETED_USERNAME_HOLD_DAYS})`.execute(
    tx,
  )
  await sql`delete from username_holds where held_until < now()`.execute(tx)
  await sql`delete from registrations where expires_at < now()`.execute(tx)
  await sql`delete from email_changes where created_at < now() - interval '1 day'`.execute(tx)
}
