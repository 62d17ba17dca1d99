import ipaddr from 'ipaddr.js'
import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { findValidInvite, isNetworkBanned, setInviteOf, useInviteOnce } from './invite-queries.ts'

/**
 * Checks whether a person may register under the site's settings. With a provider's vouch, skips the invite and the registration
 * setting, but still refuses banned networks. Returns the invite to redeem when the account is created.
 * Throws auth.registrationClosed, auth.networkBanned, auth.mailDomainNotAllowed, auth.inviteRequired, auth.inviteInvalid.
 */
export async function admit(
  tx: Tx,
  viewer: Viewer,
  person: { email: string | null; invite?: string | undefined; isVouchedFor?: boolean },
): Promise<string | null> {
  const { registration, mailDomains } = await readSettings(tx)
  if (registration === 'closed' && !person.isVouchedFor) throw new AppError('auth.registrationClosed')
  if (ipaddr.isValid(viewer.address) && (await isNetworkBanned(tx, ipaddr.process(viewer.address).toString())))
    throw new AppError('auth.networkBanned')
  if (person.isVouchedFor) return null
  requireAllowedDomain(mailDomains, person.email)
  if (person.invite) {
    const inviteId = await findValidInvite(tx, person.invite.trim())
    if (!inviteId) throw new AppError('auth.inviteInvalid')
    return inviteId
  }
  if (registration === 'invite') throw new AppError('auth.inviteRequired')
  return null
}

/**
 * Throws auth.mailDomainNotAllowed for an address of another domain.
 * @param allowed the setting `mailDomains`; empty: all
 */
export function requireAllowedDomain(allowed: readonly string[], email: string | null): void {
  const domain = email?.split('@').at(-1) ?? ''
  if (allowed.length > 0 && !allowed.includes(domain)) throw new AppError('auth.mailDomainNotAllowed')
}

/**
 * Redeems an invite for a new account. Throws auth.inviteInvalid if it has been used up in the meantime and the site still
 * requires invites.
 */
export async function redeemInvite(tx: Tx, userId: string, inviteId: string | null): Promise<void> {
  if (inviteId === null) return
  if (await useInviteOnce(tx, inviteId)) return setInviteOf(tx, userId, inviteId)
  if ((await readSettings(tx)).registration === 'invite') throw new AppError('auth.inviteInvalid')
}
