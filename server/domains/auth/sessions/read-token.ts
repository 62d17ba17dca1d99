import { createBatches } from '#server/platform/batches.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { TokenReader } from '#server/platform/viewer.ts'
import { touchActive } from '../../users/accounts.ts'
import { filtersOfRow } from '../../users/lists/hidden-people.ts'
import { isAccessToken, readAccessToken } from '../access-tokens/access-tokens.ts'
import { findSessionById, findSessionsByToken, touchSession } from '../queries.ts'
import { roleWithFactor } from '../second-factor/staff-factor.ts'
import { hashToken, readSignedToken } from './tokens.ts'

const TOUCH_EVERY_MS = 600_000

const TOGETHER_MAX = 100

/** Returns a function that finds the session of a token. Tokens that arrive during a query share the next one. */
function createSessionFinder({ config, db }: Pick<Deps, 'config' | 'db'>) {
  const findByHash = createBatches(async (_key, take: () => string[]) => {
    const hashes = take()
    const found = new Map((await findSessionsByToken(db, hashes)).map((session) => [session.tokenHash, session]))
    return hashes.map((hash) => found.get(hash))
  }, TOGETHER_MAX)
  return async (token: string) => {
    if (!token.includes('.')) return findByHash('', hashToken(config.authSecret, token))
    const signedId = await readSignedToken(config.authSecret, token)
    return signedId === null ? undefined : findSessionById(db, signedId)
  }
}

/** Resolves a bearer token to its member. Queries each time, so that a revoked session ends at once on every node. */
export function createTokenReader(deps: Pick<Deps, 'config' | 'db' | 'log'>): TokenReader {
  const findSession = createSessionFinder(deps)
  return async (token) => {
    if (isAccessToken(token)) return readAccessToken(deps, token)
    const session = await findSession(token)
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
