import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { useOnce } from '../../one-time/one-time-value.ts'
import { hashToken, newToken } from '../../sessions/tokens.ts'
import type { BegunFlow } from './flow-cookie.ts'
import { FLOW_SECONDS } from './flow-cookie.ts'
import type { OidcProvider } from './oidc-provider.ts'
import { insertTicket } from './ticket-queries.ts'

/**
 * Exchanges the provider's code for a profile, and stores it. Returns a token for it; give it only to the browser that began the
 * sign-in. Throws auth.signInExpired for a sign-in that came back before, and SignInError.
 */
export async function recordTicket(
  deps: Pick<Deps, 'config' | 'db'>,
  provider: OidcProvider,
  flow: BegunFlow,
  query: URLSearchParams,
): Promise<string> {
  const expiresAt = new Date(Date.now() + FLOW_SECONDS * 1000)
  const isFirst = await withTransaction(deps.db, (tx) => useOnce(tx, `provider ${flow.state}`, expiresAt))
  if (!isFirst) throw new AppError('auth.signInExpired')
  const { subject, sid, provider: key, ...person } = await provider.finish(query, flow)
  const { invite, acceptedTermsVersion } = flow
  const token = newToken()
  const profile = { ...person, invite, acceptedTermsVersion }
  const tokenHash = hashToken(deps.config.authSecret, token)
  await withTransaction(deps.db, (tx) =>
    insertTicket(tx, { tokenHash, provider: key, subject, sid, profile, expiresAt }),
  )
  return token
}
