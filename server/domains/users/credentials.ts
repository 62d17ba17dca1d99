import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockUser, raiseEpoch, raiseEpochOfAll, updateUser } from './queries.ts'

export async function replacePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await updateUser(tx, userId, { password_hash: passwordHash })
}

/** Replaces the email address and marks it as verified. */
export async function replaceEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await updateUser(tx, userId, { email, email_verified_at: new Date() })
}

/** Stores a new member's consent, and their language: the account may have the language of the admin that created it. */
export async function acceptTerms(tx: Tx, userId: string, version: string, language: Language): Promise<void> {
  const accepted = { accepted_terms_version: version, accepted_terms_at: new Date() }
  await updateUser(tx, userId, { ...accepted, content_language: language })
}

/** Invalidates all earlier first-factor proofs: they no longer lead to a session. */
export const voidFirstFactors = (tx: Tx, userId: string): Promise<void> => raiseEpoch(tx, userId)

export const voidFirstFactorsOfAll = (tx: Tx): Promise<void> => raiseEpochOfAll(tx)

/** Locks a member and returns their sign-in epoch; undefined if deleted. */
export const lockEpoch = async (tx: Tx, userId: string): Promise<number | undefined> =>
  (await lockUser(tx, userId))?.sign_in_epoch
