import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { lockAddress } from '../codes/code-queries.ts'
import { hashHolder } from '../rules.ts'
import { type CreatedAccount, closePendingRegistrations, createWithName } from './create-account.ts'

/**
 * Creates a verified account without a password for an address that an admin vouches for, and ends its pending registrations.
 * Throws auth.emailInUse, auth.usernameTaken, and request.invalid for a reserved name.
 */
export async function createMemberAccount(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { username, email, language }: { username: string; email: string; language: Language },
): Promise<CreatedAccount> {
  await lockAddress(tx, email)
  if (await findUserByEmail(tx, email)) throw new AppError('auth.emailInUse')
  await closePendingRegistrations(deps, tx, email)
  const holder = hashHolder(deps.config.authSecret, 'address', email)
  const user = await createWithName(
    deps,
    tx,
    { username, displayName: username, holder },
    { email, emailVerifiedAt: new Date(), passwordHash: null, contentLanguage: language },
  )
  if (!user) throw new AppError('auth.usernameTaken')
  return user
}
