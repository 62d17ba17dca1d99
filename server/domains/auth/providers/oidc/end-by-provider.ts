import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { recordSecurityEvent } from '../../../security-log/record-event.ts'
import { useOnce } from '../../one-time/one-time-value.ts'
import type { OidcProvider } from './oidc-provider.ts'
import { endProviderSessions } from './ticket-queries.ts'

/**
 * Ends the sessions that a provider's logout token names. Throws auth.providerTokenInvalid for a token that is forged or was used
 * before, and auth.providerUnavailable.
 */
export async function endByProvider(
  deps: Pick<Deps, 'config' | 'db'>,
  provider: OidcProvider,
  logoutToken: string,
): Promise<void> {
  const { key } = provider.settings
  const { jti, sid, subject, expiresAt } = await provider.readLogoutToken(logoutToken)
  await withTransaction(deps.db, async (tx) => {
    if (!(await useOnce(tx, `logout ${key} ${jti}`, expiresAt))) throw new AppError('auth.providerTokenInvalid')
    for (const userId of await endProviderSessions(tx, { provider: key, sid, subject }))
      await recordSecurityEvent(deps, tx, { event: 'session-ended', userId })
  })
}
