import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import * as sessions from '#contract/auth/sessions.ts'
import { FRESH_PROOF_SECONDS } from '#contract/limits.ts'
import { deleteMe } from '#contract/people/users.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { type AccountDeletionHooks, deleteAccount } from '../account/delete-account.ts'
import { confirmIdentity } from '../proof/fresh-proof.ts'
import type { OidcProviders } from '../providers/oidc/oidc-provider.ts'
import { listSessions } from './list-sessions.ts'
import { logout } from './logout.ts'
import { endOtherSessions, revokeSession } from './revoke-session.ts'

/** Routes for sessions, identity confirmation, logout and account deletion. */
export function sessionRoutes(
  app: FastifyInstance,
  deps: Deps & AccountDeletionHooks & { oidc: OidcProviders },
  rate: { perMinute: number },
): void {
  registerCall(app, contract.logout, async ({ viewer }) => {
    const logoutUrl = await logout(deps, viewer)
    return { message: messageText('loggedOut', viewer.language), ...(logoutUrl ? { logoutUrl } : {}) }
  })

  registerCall(app, sessions.listSessions, async ({ viewer }) => ({ data: await listSessions(deps, viewer) }))

  registerCall(app, sessions.endOtherSessions, async ({ viewer, query }) => {
    await endOtherSessions(deps, viewer, query)
    return { message: messageText('otherSessionsEnded', viewer.language) }
  })

  registerCall(app, sessions.revokeSession, async ({ viewer, params }) => {
    await revokeSession(deps, viewer, params.sessionId)
    return { message: messageText('sessionRevoked', viewer.language) }
  })

  registerCall(
    app,
    contract.confirm,
    async ({ viewer, body }) => {
      await confirmIdentity(deps, viewer, body)
      const confirmedUntil = new Date(Date.now() + FRESH_PROOF_SECONDS * 1000).toISOString()
      return { message: messageText('confirmed', viewer.language), confirmedUntil }
    },
    rate,
  )

  registerCall(app, deleteMe, async ({ viewer }) => {
    if (!(await deleteAccount(deps, viewer.userId))) throw new AppError('auth.tokenInvalid')
    return { message: messageText('accountDeleted', viewer.language) }
  })
}
