import type { SignedIn } from '#contract/auth/auth.ts'
import { SESSION_TTL_DAYS } from '#contract/limits.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { isNewSource, recordSecurityEvent } from '../../security-log/record-event.ts'
import { touchActive } from '../../users/accounts.ts'
import { lockEpoch } from '../../users/credentials.ts'
import { presentAccount } from '../../users/present.ts'
import { insertProviderSession, takeTicket } from '../providers/oidc/ticket-queries.ts'
import { insertSession } from '../queries.ts'
import { securityMail } from '../security-mails.ts'
import { hashToken, newToken } from './tokens.ts'

/**
 * Creates a session and its token; every successful sign-in ends here. `user` must be the row as read before the proof was
 * checked. Throws auth.accountSuspended for suspended members, with the reason and a session (`data`, as in a login response)
 * that can only read, export and delete the account.
 * @param ticketHash the provider's confirmation, if the session begins at a provider; throws auth.signInExpired if it was used
 *   before, or ended by the provider
 */
export async function startSession(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  viewer: Viewer,
  user: Parameters<typeof presentAccount>[0],
  ticketHash?: string,
): Promise<SignedIn['data']> {
  const account = presentAccount(user)
  const token = newToken()
  const session = {
    id: newId(),
    tokenHash: hashToken(deps.config.authSecret, token),
    userId: user.id,
    userAgent: viewer.userAgent,
    expiresAt: new Date(Date.now() + SESSION_TTL_DAYS * 86_400_000),
  }
  await withTransaction(deps.db, async (tx) => {
    // The password was changed or the account deleted during this sign-in.
    if ((await lockEpoch(tx, user.id)) !== user.sign_in_epoch) throw new AppError('server.unavailable')
    if (await isNewSource(deps, tx, user.id, viewer)) await announceSignIn(deps, tx, viewer, user)
    await insertSession(tx, session)
    if (ticketHash !== undefined) await connectToProvider(tx, session.id, ticketHash)
    await recordSecurityEvent(deps, tx, { event: 'sign-in', userId: user.id, from: viewer })
    await touchActive(tx, user.id)
  })
  const signedIn = { ...account, authentication: { token, expiresAt: session.expiresAt.toISOString() } }
  const { suspension } = account
  if (suspension) throw new AppError('auth.accountSuspended', { fields: { suspension, data: signedIn } })
  return signedIn
}

async function connectToProvider(tx: Tx, sessionId: string, ticketHash: string): Promise<void> {
  const ticket = await takeTicket(tx, ticketHash)
  if (!ticket) throw new AppError('auth.signInExpired')
  const { idToken } = ticket.profile as { idToken: string | null }
  await insertProviderSession(tx, { ...ticket, id: sessionId, idToken })
}

async function announceSignIn(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  viewer: Viewer,
  user: Parameters<typeof presentAccount>[0],
): Promise<void> {
  if (!user.email) return
  const to = { email: user.email, username: user.username, language: user.content_language }
  await enqueueMail(deps, tx, securityMail('newSignIn', to, viewer, deps.config))
}
