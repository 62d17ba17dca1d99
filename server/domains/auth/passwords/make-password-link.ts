import { randomBytes } from 'node:crypto'
import { PASSWORD_LINK_DAYS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { LINK_SLOT, lockAddress, putCode } from '../codes/code-queries.ts'
import { hashCode, resetTokenFor } from '../rules.ts'

/** A link that sets a member's password once, without email. */
export interface PasswordLink {
  url: string
  expiresAt: string
}

const SECRET_BYTES = 32
const DAY_MS = 86_400_000

/**
 * Makes a link for an address, which replaces the previous one. It is a reset code that is too long to guess: the database stores only
 * its keyed hash, and a password change invalidates it. The token is in the fragment, which browsers do not send.
 */
export async function makePasswordLink(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  email: string,
  { isNew }: { isNew: boolean },
): Promise<PasswordLink> {
  const purpose = 'reset-password'
  const now = new Date()
  const expiresAt = new Date(now.getTime() + PASSWORD_LINK_DAYS * DAY_MS)
  const codeHash = hashCode(config.authSecret, email, purpose, randomBytes(SECRET_BYTES).toString('base64url'))
  await lockAddress(tx, email)
  await putCode(tx, { email, purpose, slot: LINK_SLOT, codeHash, sends: 0, expiresAt, canResendAt: now })
  const token = resetTokenFor(config.authSecret, email, codeHash)
  const url = new URL(PAGES.forgotPassword, config.publicUrl)
  url.hash = new URLSearchParams({ email, token, ...(isNew ? { new: '1' } : {}) }).toString()
  return { url: url.href, expiresAt: expiresAt.toISOString() }
}
