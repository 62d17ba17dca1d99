import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { NEWEST_FIRST, type NewestPeopleSource } from './lists/people-source.ts'
import { isSuspendedMember } from './lists/suspended.ts'

export type HideReason = 'block' | 'mute'

/** Returns true if either of two users has blocked the other. The query reads the key range of `userId`. */
export async function isBlocked(db: Db, userId: string, personId: string): Promise<boolean> {
  const found = await sql`
    select from hidden_people where user_id = ${userId} and person_id = ${personId} and reason <> 'mute' limit 1`.execute(
    db,
  )
  return found.rows.length > 0
}

export async function isHiddenFor(db: Db, userId: string, personId: string, reason: HideReason): Promise<boolean> {
  const found = await sql`
    select from hidden_people where user_id = ${userId} and person_id = ${personId} and reason = ${reason}`.execute(db)
  return found.rows.length > 0
}

/** Locks two users in id order to avoid deadlocks. Returns the existing ones. */
export async function lockPair(tx: Tx, ids: readonly [string, string]): Promise<{ id: string; suspended: boolean }[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'suspended_at', 'suspended_until'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({ id: row.id, suspended: isSuspendedMember(row) }))
}

export async function countHidden(db: Db, userId: string, reason: HideReason): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from hidden_people where user_id = ${userId} and reason = ${reason}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Inserts a block or mute. A block also gets a row for the blocked user. */
export async function insertHidden(tx: Tx, userId: string, personId: string, reason: HideReason): Promise<void> {
  await sql`
    insert into hidden_people (user_id, person_id, reason) values (${userId}, ${personId}, ${reason})
    ${reason === 'block' ? sql`, (${personId}, ${userId}, 'blocked-by')` : sql``} on conflict do nothing`.execute(tx)
}

export async function deleteHidden(tx: Tx, userId: string, personId: string, reason: HideReason): Promise<void> {
  await sql`
    delete from hidden_people where (user_id = ${userId} and person_id = ${personId} and reason = ${reason})
      or (${reason === 'block'} and user_id = ${personId} and person_id = ${userId} and reason = 'blocked-by')`.execute(
    tx,
  )
}

/** The people that a member blocked or muted. Reads along the index hidden_people_newest. */
export const hiddenSource = (userId: string, reason: HideReason): NewestPeopleSource => ({
  candidates: sql`select person_id, created_at as at from hidden_people where user_id = ${userId} and reason = ${reason}`,
  order: NEWEST_FIRST,
})
