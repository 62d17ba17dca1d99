import type { Db, Tx } from '#server/platform/db/db.ts'

export interface TotpRow {
  secret: string
  isConfirmed: boolean
  lastStep: number
}

export async function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  const row = await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row && { secret: row.secret, isConfirmed: row.confirmed_at !== null, lastStep: Number(row.last_step) }
}

/** Locks the secret, so that a code works only once even if sent several times at once. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  await tx.selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  return findTotp(tx, userId)
}

/** Stores an unconfirmed secret, unless there is a confirmed one. */
export async function putTotp(tx: Tx, userId: string, secret: string): Promise<void> {
  await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute()
}

export async function acceptStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.updateTable('totp_secrets').set({ last_step: step }).where('user_id', '=', userId).execute()
}

export async function confirmTotpRow(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('totp_secrets').set({ confirmed_at: new Date() }).where('user_id', '=', userId).execute()
}

/** Returns false if there was no secret. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Returns the hash of any one of the member's codes, which all share a salt. */
export async function findRecoveryHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).executeTakeFirst()
  return row?.code_hash
}

/** Deletes a code. Returns false if there is no such code. */
export async function useRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
