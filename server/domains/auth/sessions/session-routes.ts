import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import { deleteMe } from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { messageText } from '#server/texts/messages.ts'
import { type AccountDeletionHooks, deleteAccount } from '../account/delete-account.ts'
import { listSessions } from './list-sessions.ts'
import { logout } from './logout.ts'
import { revokeSession } from './revoke-session.ts'

/** Sessions, logout and account deletion. */
export function sessionRoutes(app: FastifyInstance, deps: Deps & AccountDeletionHooks): void {
  registerCall(app, contract.logout, async ({ viewer }) => {
    await logout(deps, viewer)
    return { message: messageText('loggedOut', viewer.language) }
  })

  registerCall(app, contract.listSessions, async ({ viewer }) => ({ data: await listSessions(deps, viewer) }))

  registerCall(app, contract.revokeSession, async ({ viewer, params }) => {
    await revokeSession(deps, viewer, params.sessionId)
    return { message: messageText('sessionRevoked', viewer.language) }
  })

  registerCall(app, deleteMe, async ({ viewer }) => {
    await deleteAccount(deps, viewer.userId)
    return { message: messageText('accountDeleted', viewer.language) }
  })
}
