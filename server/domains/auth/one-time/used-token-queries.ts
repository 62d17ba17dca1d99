import type { Tx } from '#server/platform/db/db.ts'

/** Stores a used token. Returns false if it was used before. */
export async function insertUsedToken(tx: Tx, tokenHash: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('used_tokens')
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}
