import type { Tx } from '#server/db/db.ts'
import { updateUser } from './queries.ts'

export async function replacePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: passwordHash })
}

/** Marks the address as verified. */
export async function replaceEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await updateUser(tx, userId, { email, email_verified_at: new Date() })
}

export async function acceptTerms(tx: Tx, userId: string, version: string): Promise<void> {
  await updateUser(tx, userId, { accepted_terms_version: version, accepted_terms_at: new Date() })
}
