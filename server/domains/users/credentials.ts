import type { Tx } from '#server/db/db.ts'
import { updateUser } from './queries.ts'

export async function replacePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: passwordHash })
}

/** From here on the account is reached through its sign-in provider or a code in the mail alone. */
export async function removePassword(tx: Tx, userId: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: null })
}
