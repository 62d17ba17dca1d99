import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/moderation/admin.ts'
import * as settingsContract from '#contract/site/settings.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { LANGUAGES } from '#server/platform/texts/texts.ts'
import type { AccountDeletionHooks } from '../auth/account/delete-account.ts'
import {
  banNetwork,
  createInvite,
  listInvites,
  listNetworks,
  revokeInvite,
  unbanNetwork,
} from '../auth/registration/invites.ts'
import { changeMemberRole } from '../moderation/change-member-role.ts'
import { createMember, makeResetLink } from '../moderation/create-member.ts'
import { deleteMember } from '../moderation/delete-member.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import { setMemberQuota } from '../moderation/set-member-quota.ts'
import { readSettings } from '../settings/read-settings.ts'
import { changeSiteSettings } from './change-site-settings.ts'
import { claimFirstAdmin } from './first-admin.ts'
import { getNumbers } from './get-numbers.ts'
import { getSpace } from './get-space.ts'
import { listPeople } from './list-people.ts'
import { logoRoutes } from './logo-routes.ts'

const CLAIMS_PER_MINUTE = 10
const INVITES_PER_MINUTE = 20
const NUMBERS_PER_MINUTE = 20
const INVITE_USES = 1
const INVITE_DAYS = 7

export function adminRoutes(app: FastifyInstance, deps: Deps & AccountDeletionHooks): void {
  registerCall(
    app,
    contract.claimFirstAdmin,
    async ({ viewer, body }) => ({
      role: await claimFirstAdmin(deps, viewer, body.token),
      message: messageText('adminClaimed', viewer.language),
    }),
    { perMinute: CLAIMS_PER_MINUTE },
  )

  registerCall(app, settingsContract.getSettings, async () => ({
    data: await readSettings(deps.db),
    canScorePictures: deps.scorer !== null,
    installedLanguages: [...LANGUAGES],
  }))
  registerCall(app, settingsContract.changeSettings, async ({ viewer, body }) => {
    const data = await changeSiteSettings(deps, viewer.userId, body, () => app.requireFreshProof(viewer))
    return { data, canScorePictures: deps.scorer !== null, installedLanguages: [...LANGUAGES] }
  })

  registerCall(app, contract.listPeople, ({ query }) => listPeople(deps, query))
  registerCall(app, contract.createPerson, async ({ viewer, body }) => {
    const { username, email, role = 'member' } = body
    const person = { username, email, role, language: viewer.contentLanguage }
    const { id, url, expiresAt } = await createMember(deps, viewer.userId, person)
    return { data: { _id: id, link: url, expiresAt } }
  })
  registerCall(app, contract.makeResetLink, async ({ viewer, params }) => {
    const { url, expiresAt } = await makeResetLink(deps, viewer.userId, params.id)
    return { data: { link: url, expiresAt } }
  })
  registerCall(app, contract.changeRole, async ({ viewer, params, body }) => {
    await changeMemberRole(deps, viewer.userId, params.id, body.role)
    return { message: messageText('roleChanged', viewer.language) }
  })
  registerCall(app, contract.setQuota, async ({ viewer, params, body }) => {
    await setMemberQuota(deps, viewer.userId, params.id, body)
    return { message: messageText('quotaSaved', viewer.language) }
  })
  registerCall(app, contract.deletePerson, async ({ viewer, params, body }) => {
    await deleteMember(deps, viewer.userId, params.id, body.reason)
    return { message: messageText('memberDeleted', viewer.language) }
  })
  registerCall(app, contract.getNumbers, async ({ query }) => ({ data: await getNumbers(deps, query.days) }), {
    perMinute: NUMBERS_PER_MINUTE,
  })

  registerCall(app, contract.getSpace, async () => ({ data: await getSpace(deps) }), { perMinute: NUMBERS_PER_MINUTE })

  logoRoutes(app, deps)
  inviteRoutes(app, deps)
  networkRoutes(app, deps)
}

function inviteRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listInvites, async () => ({ data: await listInvites(deps.db) }))
  registerCall(
    app,
    contract.createInvite,
    async ({ viewer, body }) => {
      const data = await withTransaction(deps.db, async (tx) => {
        const invite = await createInvite(tx, viewer.userId, body.uses ?? INVITE_USES, body.days ?? INVITE_DAYS)
        const reason = `${invite.usesMax} × ${invite.expiresAt}`
        await logAdmin(tx, viewer.userId, { action: 'invite', targetKind: 'invite', targetId: invite._id, reason })
        return invite
      })
      return { data }
    },
    { perMinute: INVITES_PER_MINUTE },
  )
  registerCall(app, contract.revokeInvite, async ({ viewer, params }) => {
    await withTransaction(deps.db, async (tx) => {
      await revokeInvite(tx, params.id)
      await logAdmin(tx, viewer.userId, { action: 'revoke', targetKind: 'invite', targetId: params.id, reason: '' })
    })
    return { message: messageText('inviteRevoked', viewer.language) }
  })
}

function networkRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listNetworks, async () => ({ data: await listNetworks(deps.db) }))
  registerCall(app, contract.banNetwork, async ({ viewer, body }) => {
    const data = await withTransaction(deps.db, async (tx) => {
      const ban = await banNetwork(tx, body.network, body.reason ?? '')
      const reason = [ban.network, ban.reason].filter(Boolean).join(': ')
      await logAdmin(tx, viewer.userId, { action: 'ban', targetKind: 'network', targetId: ban._id, reason })
      return ban
    })
    return { data }
  })
  registerCall(app, contract.unbanNetwork, async ({ viewer, params }) => {
    await withTransaction(deps.db, async (tx) => {
      const network = await unbanNetwork(tx, params.id)
      await logAdmin(tx, viewer.userId, {
        action: 'unban',
        targetKind: 'network',
        targetId: params.id,
        reason: network,
      })
    })
    return { message: messageText('networkUnbanned', viewer.language) }
  })
}
