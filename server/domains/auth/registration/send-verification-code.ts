import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findUserByEmail } from '../../users/accounts.ts'
import { lockAddress } from '../codes/code-queries.ts'
import { addressTakenMail } from '../codes/mails.ts'
import { type CodeTimes, sendCode } from '../codes/send-code.ts'
import { registrationTokenFor } from '../rules.ts'
import { networkKey } from '../throttle/throttle.ts'
import { listPendingRegistrations, type Registration } from './registration-queries.ts'

type SendDeps = Pick<Deps, 'config' | 'jobs'>

/** Sends a new code if a registration is pending. The response is the same for every address. */
export async function sendVerificationCode(
  deps: SendDeps & Pick<Deps, 'db'>,
  viewer: Viewer,
  { email, registrationToken }: { email: string; registrationToken?: string | undefined },
): Promise<CodeTimes> {
  return withTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email)
    const named = findByToken(deps, await listPendingRegistrations(tx, email), registrationToken)
    return sendVerification(deps, tx, viewer, { email, registrationId: named?.id })
  })
}

/** Returns the address's registration that a token belongs to. */
export function findByToken(
  deps: Pick<Deps, 'config'>,
  waiting: Registration[],
  token: string | undefined,
): Registration | undefined {
  if (!token) return undefined
  return waiting.find(({ id }) => isEqualConstantTime(token, registrationTokenFor(deps.config.authSecret, id)))
}

/**
 * Sends a code for one registration. Without a token, this is the only pending one; its earlier code is only replaced from the
 * same network, so that strangers cannot void it.
 */
export async function sendVerification(
  deps: SendDeps,
  tx: Tx,
  viewer: Viewer,
  order: { email: string; registrationId?: string | undefined; always?: boolean },
): Promise<CodeTimes> {
  const { email } = order
  const waiting = await listPendingRegistrations(tx, email)
  const owner = await findUserByEmail(tx, email)
  const network = networkKey(deps.config.authSecret, viewer.address)
  const named = waiting.find(({ id }) => id === order.registrationId)
  const only = waiting.length === 1 ? waiting[0] : undefined
  const own = named ?? (only?.network_key === network ? only : undefined)
  const language = (named ?? only)?.content_language ?? viewer.language
  const notice = owner && addressTakenMail(email, owner.content_language, deps.config.publicUrl)
  return sendCode(deps, tx, {
    email,
    purpose: 'verify-email',
    slot: own?.id ?? network,
    language,
    username: (named ?? only)?.username,
    send: waiting.length === 0 ? 'nothing' : (notice ?? 'code'),
    always: order.always ?? false,
  })
}
