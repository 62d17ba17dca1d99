import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/passkeys.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { askForPasskey, signInWithPasskey } from './sign-in-with-passkey.ts'

/** Routes for signing in with passkeys, and for managing the member's own. */
export function passkeyRoutes(app: FastifyInstance, deps: Deps, rate: { perMinute: number }): void {
  registerCall(app, contract.askForPasskey, async () => ({ data: askForPasskey(deps) }), rate)
  registerCall(
    app,
    contract.passkeySignIn,
    async ({ viewer, body }) => ({ data: await signInWithPasskey(deps, viewer, body.credential) }),
    rate,
  )
  registerCall(app, contract.listPasskeys, async ({ viewer }) => ({ data: await listPasskeys(deps, viewer) }))
  registerCall(app, contract.beginPasskey, async ({ viewer }) => ({ data: await beginPasskey(deps, viewer) }), rate)
  registerCall(
    app,
    contract.addPasskey,
    async ({ viewer, body }) => ({ data: await addPasskey(deps, viewer, body) }),
    rate,
  )
  registerCall(app, contract.renamePasskey, async ({ viewer, params, body }) => ({
    data: await renamePasskey(deps, viewer, params.id, body.name),
  }))
  registerCall(app, contract.removePasskey, async ({ viewer, params }) => {
    await removePasskey(deps, viewer, params.id)
    return { message: messageText('passkeyRemoved', viewer.language) }
  })
}
