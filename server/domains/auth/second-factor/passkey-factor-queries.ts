import type { Db, Tx } from '#server/platform/db/db.ts'

/** Returns true if sign-in requires a passkey after the password. */
export async function hasPasskeyFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('passkey_factors').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Turns on the passkey factor. Returns false if it was already on. */
export async function putPasskeyFactor(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .insertInto('passkey_factors')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Turns off the passkey factor. Returns false if it was not on. */
export async function deletePasskeyFactor(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('passkey_factors').where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
