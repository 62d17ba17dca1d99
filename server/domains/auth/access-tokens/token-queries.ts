import type { Selectable } from 'kysely'
import type { Scope } from '#contract/auth/tokens.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { filterColumns } from '../../users/lists/hidden-people.ts'
import { isSuspended } from '../../users/lists/suspended.ts'
import { lacksSecondFactor } from '../second-factor/staff-factor-queries.ts'

type TokenRow = Selectable<Tables['access_tokens']>

/** Returns the number of tokens. Locks the member's row, so that concurrent requests cannot exceed the limit. */
export async function countTokensLocked(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('access_tokens')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertToken(
  tx: Tx,
  token: { id: string; userId: string; name: string; scopes: Scope[]; hash: string },
): Promise<TokenRow> {
  return tx
    .insertInto('access_tokens')
    .values({ id: token.id, user_id: token.userId, name: token.name, scopes: token.scopes, token_hash: token.hash })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findTokens(db: Db, userId: string): Promise<TokenRow[]> {
  return db.selectFrom('access_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function deleteToken(tx: Tx, userId: string, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes every token of a member. Returns how many there were. */
export async function endAllTokens(tx: Tx, userId: string): Promise<number> {
  const gone = await tx.deleteFrom('access_tokens').where('user_id', '=', userId).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Deletes every token of every member. Returns the distinct member ids. */
export async function endTokensOfAll(tx: Tx): Promise<string[]> {
  const gone = await tx.deleteFrom('access_tokens').returning('user_id').execute()
  return [...new Set(gone.map((token) => token.user_id))]
}

/** Returns the token and its member in one query, so that revocation takes effect at once on every node. */
export async function findTokenByHash(db: Db, hash: string) {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'access_tokens.id as tokenId',
      'access_tokens.scopes',
      'access_tokens.last_used_at as lastUsedAt',
      'users.id as userId',
      'users.username',
      'users.role',
      'users.content_language as contentLanguage',
      isSuspended('users').as('suspended'),
      lacksSecondFactor,
      ...filterColumns,
    ])
    .where('access_tokens.token_hash', '=', hash)
    .executeTakeFirst()
}

export async function touchToken(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('access_tokens').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}
