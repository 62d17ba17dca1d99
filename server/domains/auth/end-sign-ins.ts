import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { EventSource } from '../security-log/record-event.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { voidFirstFactors } from '../users/credentials.ts'
import { endAllTokens } from './access-tokens/token-queries.ts'
import { deleteEmailChange } from './account/email-change-queries.ts'
import { consumeCodes } from './codes/code-queries.ts'
import { revokeOtherSessions } from './queries.ts'

/**
 * Ends everything that signs a member in or could still do so: sessions, second-factor challenges, codes already sent, a pending
 * email change and, if requested, access tokens. Runs in the transaction of a password change or reset, and of signing out
 * everywhere; see the table in docs/security.md. Returns how many access tokens ended.
 */
export async function endSignIns(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  user: { id: string; email: string | null },
  how: { exceptSessionId: string | null; endTokens: boolean; from?: EventSource },
): Promise<number> {
  await voidFirstFactors(tx, user.id)
  await revokeOtherSessions(tx, user.id, how.exceptSessionId)
  await deleteEmailChange(tx, user.id)
  if (user.email) {
    await consumeCodes(tx, user.email, 'reset-password')
    await consumeCodes(tx, user.email, 'confirm-change')
  }
  const ended = how.endTokens ? await endAllTokens(tx, user.id) : 0
  if (ended > 0) await recordSecurityEvent(deps, tx, { event: 'tokens-ended', userId: user.id, from: how.from })
  return ended
}
