import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import type { OidcProviders } from '../providers/oidc/oidc-provider.ts'
import { takeProviderSession } from '../providers/oidc/ticket-queries.ts'
import { revokeSessionRow } from '../queries.ts'

/** Ends the session. Returns the address that ends it at the provider as well; undefined if it began elsewhere. */
export async function logout(
  deps: Pick<Deps, 'config' | 'db'> & { oidc: OidcProviders },
  viewer: Member,
): Promise<string | undefined> {
  const began = await withTransaction(deps.db, async (tx) => {
    await revokeSessionRow(tx, viewer.sessionId, viewer.userId)
    await recordSecurityEvent(deps, tx, { event: 'sign-out', userId: viewer.userId, from: viewer })
    return takeProviderSession(tx, viewer.sessionId)
  })
  const provider = began && [...deps.oidc.values()].find(({ settings }) => settings.key === began.provider)
  return (await provider?.endSessionUrl(began?.idToken ?? null)) ?? undefined
}
