import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getMe } from '../../users/get-user.ts'
import { announceChange } from '../credentials-changed.ts'
import { countPasskeysLocked, findPasskeys } from '../passkeys/passkey-queries.ts'
import { deletePasskeyFactor, putPasskeyFactor } from './passkey-factor-queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { countRecoveryCodes, deleteRecoveryCodes, findTotp, replaceRecoveryCodes } from './second-factor-queries.ts'

type OwnDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

/**
 * Makes sign-in require one of the member's passkeys after the password. Returns new recovery codes if there are none yet,
 * otherwise an empty list. Throws auth.secondFactorMissing without a passkey.
 */
export async function requirePasskeys(deps: OwnDeps, viewer: Member): Promise<string[]> {
  const me = await getMe(deps, viewer)
  if ((await findPasskeys(deps.db, me.id)).length === 0) throw new AppError('auth.secondFactorMissing')
  const recovery = (await countRecoveryCodes(deps.db, me.id)) === 0 ? await createRecoveryCodes() : undefined
  return withTransaction(deps.db, async (tx) => {
    if ((await countPasskeysLocked(tx, me.id)) === 0) throw new AppError('auth.secondFactorMissing')
    if (await putPasskeyFactor(tx, me.id))
      await announceChange(deps, tx, viewer, me, { event: 'second-factor-added', mail: 'secondFactorAdded' })
    if (!recovery || (await countRecoveryCodes(tx, me.id)) > 0) return []
    await replaceRecoveryCodes(tx, me.id, recovery.hashes)
    return recovery.codes
  })
}

/** Does nothing if passkeys are not a second factor. */
export async function stopRequiringPasskeys(deps: OwnDeps, viewer: Member): Promise<void> {
  const me = await getMe(deps, viewer)
  await withTransaction(deps.db, (tx) => endPasskeyFactor(deps, tx, viewer, me))
}

export async function endPasskeyFactor(
  deps: OwnDeps,
  tx: Tx,
  viewer: Member,
  me: Awaited<ReturnType<typeof getMe>>,
): Promise<void> {
  if (!(await deletePasskeyFactor(tx, me.id))) return
  if (!(await findTotp(tx, me.id))?.isConfirmed) await deleteRecoveryCodes(tx, me.id)
  await announceChange(deps, tx, viewer, me, { event: 'second-factor-removed', mail: 'secondFactorRemoved' })
}
