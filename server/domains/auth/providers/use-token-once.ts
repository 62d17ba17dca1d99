import { createHash } from 'node:crypto'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { insertUsedToken } from './identity-queries.ts'

/** Kept beyond its end, since clocks differ. */
const KEPT_LONGER_MS = 600_000

/** Throws auth.providerTokenInvalid if this ID token was used before, in whichever spelling of its signature. */
export async function useTokenOnce(deps: Pick<Deps, 'db'>, idToken: string, expiresAt: Date): Promise<void> {
  const signed = idToken.split('.').slice(0, 2).join('.')
  const hash = createHash('sha256').update(signed).digest('base64url')
  const keptUntil = new Date(expiresAt.getTime() + KEPT_LONGER_MS)
  const isFirst = await withTransaction(deps.db, (tx) => insertUsedToken(tx, hash, keptUntil))
  if (!isFirst) throw new AppError('auth.providerTokenInvalid')
}
