import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUserByEmail, insertUser } from '../../users/accounts.ts'
import { lockAddress } from '../codes/code-queries.ts'
import { hashHolds, holderOf } from '../rules.ts'
import { type CreatedAccount, endWaiting, takeName } from './create-account.ts'
import { releaseHold } from './registration-queries.ts'

const NAME_HOLD_MS = 60_000

/**
 * Creates a verified account without a password for an address that an admin vouches for, and ends its pending registrations.
 * Throws auth.emailInUse, auth.usernameTaken.
 */
export async function createMemberAccount(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  { username, email, language }: { username: string; email: string; language: Language },
): Promise<CreatedAccount> {
  await lockAddress(tx, email)
  if (await findUserByEmail(tx, email)) throw new AppError('auth.emailInUse')
  await endWaiting(deps, tx, email)
  const holder = holderOf(deps.config.authSecret, 'address', email)
  const until = new Date(Date.now() + NAME_HOLD_MS)
  if (!(await takeName(deps, tx, { username, email, holder, until }))) throw new AppError('auth.usernameTaken')
  const user = await insertUser(tx, {
    id: newId(),
    username,
    displayName: username,
    email,
    emailVerifiedAt: new Date(),
    passwordHash: null,
    contentLanguage: language,
  })
  await releaseHold(tx, hashHolds(deps.config.authSecret, username))
  if (!user) throw new AppError('auth.usernameTaken')
  return user
}
