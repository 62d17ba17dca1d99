import type { Language } from '#contract/languages.ts'
import type { Role } from '#contract/people/roles.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { makePasswordLink, type PasswordLink } from '../auth/passwords/make-password-link.ts'
import { createMemberAccount } from '../auth/registration/create-member-account.ts'
import { findUser } from '../users/accounts.ts'
import { changeMemberRoleIn } from './change-member-role.ts'
import { appendLog } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'

type LinkDeps = Pick<Deps, 'config' | 'db'>

/**
 * Creates an account, and a link for its owner to set the password; no email is sent. Throws auth.emailInUse,
 * auth.usernameTaken, and the errors of `requirePower`.
 */
export async function createMember(
  deps: LinkDeps,
  by: Actor,
  person: { username: string; email: string; language: Language; role: Role },
): Promise<PasswordLink & { id: string }> {
  return withTransaction(deps.db, async (tx) => {
    await requirePower(tx, by, null, 'person')
    const { id } = await createMemberAccount(deps, tx, person)
    await appendLog(tx, [{ action: 'create', targetKind: 'user', targetId: id, reason: person.role, actorId: by }])
    if (person.role !== 'member') await changeMemberRoleIn(deps, tx, by, id, person.role)
    return { id, ...(await makePasswordLink(deps, tx, person.email, { isNew: true })) }
  })
}

/**
 * Makes a link for a member to set a new password; no email is sent. Throws user.notFound, admin.noAddress for a member who
 * signs in only through a provider, and the errors of `requirePower`.
 */
export async function makeResetLink(deps: LinkDeps, by: Actor, idOrName: string): Promise<PasswordLink> {
  return withTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, idOrName)
    if (!user) throw new AppError('user.notFound')
    await requirePower(tx, by, user.id, 'person')
    if (!user.email) throw new AppError('admin.noAddress')
    const link = await makePasswordLink(deps, tx, user.email, { isNew: user.accepted_terms_version === null })
    const reason = link.expiresAt
    await appendLog(tx, [{ action: 'resetLink', targetKind: 'user', targetId: user.id, reason, actorId: by }])
    return link
  })
}
