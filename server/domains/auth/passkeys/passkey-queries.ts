import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

/** Returns a member's passkeys, newest first. */
export async function findPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** Locks the passkey, so that concurrent uses check its counter one at a time. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return tx.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).forUpdate().executeTakeFirst()
}

/** Returns the number of passkeys. Locks the member's row, so that concurrent requests cannot exceed the limit. */
export async function countPasskeysLocked(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a passkey. Returns undefined if the credential already exists, for any member. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function usePasskey(tx: Tx, id: string, used: { counter: number; synced: boolean }): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ ...used, last_used_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function setPasskeyName(
  tx: Tx,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Stores the public keys of a deleted account's passkeys, keyed by hashes of their ids. */
export async function storeDeletedPasskeys(
  tx: Tx,
  passkeys: { credential_hash: string; public_key: string }[],
): Promise<void> {
  if (passkeys.length === 0) return
  await tx
    .insertInto('deleted_passkeys')
    .values(passkeys)
    .onConflict((conflict) =>
      conflict.column('credential_hash').doUpdateSet({ deleted_at: sql`now()`, public_key: sql`excluded.public_key` }),
    )
    .execute()
}

export async function findDeletedKey(db: Db, credentialHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deleted_passkeys')
    .select('public_key')
    .where('credential_hash', '=', credentialHash)
    .executeTakeFirst()
  return row?.public_key
}
