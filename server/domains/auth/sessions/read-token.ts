import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { TokenReader } from '#server/platform/viewer.ts'
import { touchActive } from '../../users/accounts.ts'
import { filtersOfRow } from '../../users/lists/hidden-people.ts'
import { isAccessToken, readAccessToken } from '../access-tokens/access-tokens.ts'
import { findLiveSession, touchSession } from '../queries.ts'
import { roleWithFactor } from '../second-factor/staff-factor.ts'
import { hashToken, readSignedToken } from './tokens.ts'

const TOUCH_EVERY_MS = 600_000

async function findSession({ config, db }: Pick<Deps, 'config' | 'db'>, token: string) {
  if (!token.includes('.')) return findLiveSession(db, { tokenHash: hashToken(config.authSecret, token) })
  const signedId = await readSignedToken(config.authSecret, token)
  return signedId === null ? undefined : findLiveSession(db, { signedId })
}

/** Resolves a bearer token to its member. Queries each time, so that a revoked session ends at once on every node. */
export function createTokenReader(deps: Pick<Deps, 'config' | 'db' | 'log'>): TokenReader {
  return async (token) => {
    if (isAccessToken(token)) return readAccessToken(deps, token)
    const session = await findSession(deps, token)
    if (!session) return null
    if (Date.now() - session.lastUsedAt.getTime() > TOUCH_EVERY_MS) {
      withTransaction(deps.db, async (tx) => {
        await touchSession(tx, session.sessionId)
        await touchActive(tx, session.userId)
      }).catch((error: unknown) => deps.log.warn({ err: error }, 'could not record the use of a session'))
    }
    return {
      userId: session.userId,
      username: session.username,
      sessionId: session.sessionId,
      confirmedAt: session.confirmedAt,
      contentLanguage: session.contentLanguage,
      ...(await roleWithFactor(deps.db, session)),
      suspended: session.suspended === true,
      filters: filtersOfRow(session),
    }
  }
}
