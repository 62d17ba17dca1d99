import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { CODE_MAX_ATTEMPTS } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Tables } from '#server/db/tables.ts'
import type { CodePurpose } from './rules.ts'

export type CodeRow = Selectable<Tables['codes']>

/** The live code of an address, locked against a second sender. */
export async function lockCode(tx: Tx, email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
  return tx
    .selectFrom('codes')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
}

export async function replaceCode(
  tx: Tx,
  code: {
    email: string
    purpose: CodePurpose
    codeHash: string
    sends: number
    expiresAt: Date
    canResendAt: Date
    attempts?: number
  },
): Promise<void> {
  const fresh = {
    code_hash: code.codeHash,
    attempts: code.attempts ?? 0,
    sends: code.sends,
    expires_at: code.expiresAt,
    can_resend_at: code.canResendAt,
    created_at: new Date(),
    consumed_at: null,
  }
  await tx
    .insertInto('codes')
    .values({ email: code.email, purpose: code.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** A right code that will be asked for once more gives its attempt back. */
export async function refundAttempt(tx: Tx, email: string, purpose: CodePurpose): Promise<void> {
  await tx
    .updateTable('codes')
    .set({ attempts: sql`greatest(0, attempts - 1)` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .execute()
}

/** Counts one attempt; undefined when none is left or there is no code. */
export async function spendAttempt(tx: Tx, email: string, purpose: CodePurpose): Promise<CodeRow | undefined> {
  return tx
    .updateTable('codes')
    .set({ attempts: sql`attempts + 1` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('attempts', '<', CODE_MAX_ATTEMPTS)
    .returningAll()
    .executeTakeFirst()
}

export async function consumeCode(tx: Tx, email: string, purpose: CodePurpose): Promise<void> {
  await tx
    .updateTable('codes')
    .set({ consumed_at: new Date() })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .execute()
}

export async function insertSession(
  tx: Tx,
  session: { id: string; userId: string; userAgent: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ id: session.id, user_id: session.userId, user_agent: session.userAgent, expires_at: session.expiresAt })
    .execute()
}

/** The live session and its member, in one read: revoking it takes effect at once on every node. */
export async function findLiveSession(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.last_used_at as lastUsedAt',
      'users.id as userId',
      'users.username',
      'users.content_language as contentLanguage',
      'users.suspended_at as suspendedAt',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

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

/** Ends every session of a member but the one given; all where that is null. */
export async function revokeOtherSessions(tx: Tx, userId: string, keptSessionId: string | null): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keptSessionId !== null, (query) => query.where('id', '<>', keptSessionId))
    .execute()
}

export async function findLiveSessions(db: Db, userId: string): Promise<Selectable<Tables['sessions']>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
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

/** Takes a username for the registration at hand; false, with nothing held, when somebody holds it or its look still. */
export async function holdUsername(tx: Tx, keys: string[], until: Date): Promise<boolean> {
  const held = await tx
    .insertInto('username_holds')
    .values(keys.map((key) => ({ username_key: key, reason: 'registration', held_until: until })))
    .onConflict((conflict) =>
      conflict
        .column('username_key')
        .doUpdateSet({ reason: 'registration', held_until: until })
        .where('username_holds.held_until', '<', sql<Date>`now()`),
    )
    .returning('username_key')
    .execute()
  if (held.length === keys.length) return true
  const taken = held.map((row) => row.username_key)
  await releaseHold(tx, taken)
  return false
}

/** The hold ends where its registration made an account: the account's own row keeps the name from then on. */
export async function releaseHold(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom('username_holds').where('username_key', 'in', keys).where('reason', '=', 'registration').execute()
}

/** What is left of a deleted account: keyed hashes, and its name held for a while. */
export async function recordDeletion(
  tx: Tx,
  deleted: { hashes: string[]; usernameHolds: string[]; heldUntil: Date },
): Promise<void> {
  if (deleted.hashes.length > 0) {
    await tx
      .insertInto('deleted_accounts')
      .values(deleted.hashes.map((email_hash) => ({ email_hash })))
      .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ deleted_at: new Date() }))
      .execute()
  }
  const hold = { reason: 'deleted' as const, held_until: deleted.heldUntil }
  await tx
    .insertInto('username_holds')
    .values(deleted.usernameHolds.map((username_key) => ({ username_key, ...hold })))
    .onConflict((conflict) => conflict.column('username_key').doUpdateSet(hold))
    .execute()
}

export async function deleteCodes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('codes').where('email', '=', email).execute()
}
