import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/tokens.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'

/** Routes for personal access tokens. Only a session can create or revoke them. */
export function accessTokenRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.createToken, async ({ viewer, body }) => ({
    data: await createAccessToken(deps, viewer, body),
  }))

  registerCall(app, contract.listTokens, async ({ viewer }) => ({ data: await listAccessTokens(deps, viewer) }))

  registerCall(app, contract.revokeToken, async ({ viewer, params }) => {
    await revokeAccessToken(deps, viewer, params.id)
    return { message: messageText('tokenRevoked', viewer.language) }
  })
}
