import { randomBytes } from 'node:crypto'
import {
  ACCESS_TOKEN_PREFIX,
  type AccessTokenInfo,
  type NewAccessToken,
  TOKEN_SCOPES,
  type TokenInput,
} from '#contract/auth/tokens.ts'
import { ACCESS_TOKENS_MAX } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashSecret } from '#server/platform/hash-secret.ts'
import type { Member, TokenReader } from '#server/platform/viewer.ts'
import { touchActive } from '../../users/accounts.ts'
import { getMe } from '../../users/get-user.ts'
import { filtersOfRow } from '../../users/lists/hidden-people.ts'
import { announceChange } from '../credentials-changed.ts'
import { roleWithFactor } from '../second-factor/staff-factor.ts'
import {
  countTokensLocked,
  deleteToken,
  findTokenByHash,
  findTokens,
  insertToken,
  touchToken,
} from './token-queries.ts'

type OwnDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

const SECRET_BYTES = 32
const TOUCH_EVERY_MS = 600_000

export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_TOKEN_PREFIX)

/**
 * Creates a token. Returns its secret only this once and stores only its hash. Notifies the member by email. Throws
 * token.tooMany.
 */
export async function createAccessToken(
  deps: OwnDeps,
  viewer: Member,
  { name, scopes }: TokenInput,
): Promise<NewAccessToken> {
  const me = await getMe(deps, viewer)
  const token = ACCESS_TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  const row = await withTransaction(deps.db, async (tx) => {
    if ((await countTokensLocked(tx, viewer.userId)) >= ACCESS_TOKENS_MAX) throw new AppError('token.tooMany')
    await announceChange(deps, tx, viewer, me, { event: 'token-created', mail: 'tokenCreated' })
    return insertToken(tx, {
      id: newId(),
      userId: me.id,
      name,
      scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
      hash: hashSecret(token),
    })
  })
  return { _id: row.id, name: row.name, scopes: row.scopes, token, createdAt: row.created_at.toISOString() }
}

/** Lists the member's tokens, newest first. */
export async function listAccessTokens(deps: Pick<Deps, 'db'>, viewer: Member): Promise<AccessTokenInfo[]> {
  const rows = await findTokens(deps.db, viewer.userId)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Revokes a token and notifies the member by email. Throws token.notFound, also for others' tokens. */
export async function revokeAccessToken(deps: OwnDeps, viewer: Member, id: string): Promise<void> {
  const me = await getMe(deps, viewer)
  await withTransaction(deps.db, async (tx) => {
    if (!(await deleteToken(tx, me.id, id))) throw new AppError('token.notFound')
    await announceChange(deps, tx, viewer, me, { event: 'token-revoked', mail: 'tokenRevoked' })
  })
}

/** Resolves an access token to its member and scopes; null if it is unknown or revoked. */
export async function readAccessToken(deps: Pick<Deps, 'db' | 'log'>, token: string): ReturnType<TokenReader> {
  const found = await findTokenByHash(deps.db, hashSecret(token))
  if (!found) return null
  if (Date.now() - (found.lastUsedAt?.getTime() ?? 0) > TOUCH_EVERY_MS) {
    withTransaction(deps.db, async (tx) => {
      await touchToken(tx, found.tokenId)
      await touchActive(tx, found.userId)
    }).catch((error: unknown) => deps.log.warn({ err: error }, 'could not record the use of an access token'))
  }
  return {
    userId: found.userId,
    username: found.username,
    sessionId: found.tokenId,
    // A token is no fresh proof of identity: another person may have it.
    confirmedAt: new Date(0),
    contentLanguage: found.contentLanguage,
    ...(await roleWithFactor(deps.db, found)),
    suspended: found.suspended === true,
    scopes: found.scopes,
    filters: filtersOfRow(found),
  }
}
