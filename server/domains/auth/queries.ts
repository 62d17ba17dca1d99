import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { filterColumns } from '../users/lists/hidden-people.ts'
import { isLiveSession } from '../users/lists/live-sessions.ts'
import { isSuspended } from '../users/lists/suspended.ts'
import { lacksSecondFactor } from './second-factor/staff-factor-queries.ts'

export async function insertSession(
  tx: Tx,
  session: { id: string; tokenHash: string; userId: string; userAgent: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      user_agent: session.userAgent,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The columns of a session and its member, read in one query, so that revocation takes effect at once on every node. */
const liveSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(prepared)
    .select([
      'sessions.id as sessionId',
      'sessions.last_used_at as lastUsedAt',
      'sessions.confirmed_at as confirmedAt',
      'users.id as userId',
      'users.username',
      'users.role',
      'users.content_language as contentLanguage',
      isSuspended('users').as('suspended'),
      lacksSecondFactor,
      ...filterColumns,
    ])
    .where(isLiveSession())

/** Returns the live sessions with these hashes of their tokens. */
export const findSessionsByToken = (db: Db, tokenHashes: readonly string[]) =>
  liveSessions(db)
    .select('sessions.token_hash as tokenHash')
    .where(sql<boolean>`sessions.token_hash = any(${arrayOf(tokenHashes, 'text')}::text[])`)
    .execute()

/** Returns a live session that began before sessions had a token of their own. */
export const findSessionById = (db: Db, id: string) =>
  liveSessions(db).where('sessions.id', '=', id).where('sessions.token_hash', 'is', null).executeTakeFirst()

export async function touchSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: new Date() }).where('id', '=', sessionId).execute()
}

export async function revokeSessionRow(tx: Tx, sessionId: string, userId: string): Promise<boolean> {
  const result = await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends all sessions of a member except the given one; all of them if null. */
export async function revokeOtherSessions(tx: Tx, userId: string, exceptSessionId: string | null): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptSessionId !== null, (query) => query.where('id', '<>', exceptSessionId))
    .execute()
}

/** Ends every session of every member. Returns the distinct member ids. */
export async function revokeAllSessions(tx: Tx): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(ended.map((session) => session.user_id))]
}

export async function findLiveSessions(db: Db, userId: string): Promise<Selectable<Tables['sessions']>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isLiveSession())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function isDeletedEmail(db: Db, emailHash: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('deleted_accounts')
      .select('email_hash')
      .where('email_hash', '=', emailHash)
      .executeTakeFirst()) !== undefined
  )
}

/** Returns the password hash of an account deleted within the last 90 days; null if there is none. */
export async function findDeletedPassword(db: Db, emailHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('deleted_accounts')
    .select('password_hash')
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Clears the password hashes of accounts deleted before the given time. */
export async function forgetDeletedPasswords(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('deleted_accounts')
    .set({ password_hash: null })
    .where('deleted_at', '<', before)
    .where('password_hash', 'is not', null)
    .execute()
}

/** Stores the remains of a deleted account: keyed hashes, and its reserved name. */
export async function recordDeletion(
  tx: Tx,
  deleted: { hashes: string[]; passwordHash: string | null; usernameHolds: string[]; heldUntil: Date },
): Promise<void> {
  if (deleted.hashes.length > 0) {
    await tx
      .insertInto('deleted_accounts')
      .values(deleted.hashes.map((email_hash) => ({ email_hash, password_hash: deleted.passwordHash })))
      .onConflict((conflict) =>
        conflict.column('email_hash').doUpdateSet({ deleted_at: new Date(), password_hash: deleted.passwordHash }),
      )
      .execute()
  }
  const hold = { reason: 'deleted' as const, holder: null, held_until: deleted.heldUntil }
  await tx
    .insertInto('username_holds')
    .values(deleted.usernameHolds.map((username_key) => ({ username_key, ...hold })))
    .onConflict((conflict) => conflict.column('username_key').doUpdateSet(hold))
    .execute()
}
