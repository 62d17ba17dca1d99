import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkOneTime, useOnce } from '../one-time/one-time-value.ts'

/** Purpose of the one-time nonces of ID tokens. */
export const NONCE = 'provider nonce'

/**
 * Marks an ID token and its nonce, if any, as used. Throws auth.providerTokenInvalid if the token was used before, whatever the
 * encoding of its signature, or if the nonce was used before or not issued by this site.
 */
export async function useTokenOnce(
  deps: Pick<Deps, 'config' | 'db'>,
  { idToken, nonce }: { idToken: string; nonce?: string | undefined },
  expiresAt: Date,
): Promise<void> {
  const signed = idToken.split('.').slice(0, 2).join('.')
  const nonceEnd = nonce === undefined ? null : checkOneTime(deps.config.authSecret, NONCE, nonce)
  if (nonce !== undefined && !nonceEnd) throw new AppError('auth.providerTokenInvalid')
  const isFirst = await withTransaction(
    deps.db,
    async (tx) =>
      (await useOnce(tx, signed, expiresAt)) && (!nonce || !nonceEnd || (await useOnce(tx, nonce, nonceEnd))),
  )
  if (!isFirst) throw new AppError('auth.providerTokenInvalid')
}
