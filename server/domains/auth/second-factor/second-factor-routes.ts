import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/second-factor.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { passSecondFactor } from './finish-sign-in.ts'
import { beginTotp, confirmTotp, readSecondFactor, removeTotp, renewRecoveryCodes } from './manage-second-factor.ts'
import { requirePasskeys, stopRequiringPasskeys } from './passkey-factor.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps, rate: { perMinute: number }): void {
  registerCall(
    app,
    contract.passSecondFactor,
    async ({ viewer, body }) => ({ data: await passSecondFactor(deps, viewer, body) }),
    rate,
  )
  registerCall(app, contract.getSecondFactor, async ({ viewer }) => ({ data: await readSecondFactor(deps, viewer) }))
  registerCall(app, contract.beginTotp, async ({ viewer }) => ({ data: await beginTotp(deps, viewer) }), rate)
  registerCall(
    app,
    contract.confirmTotp,
    async ({ viewer, body }) => ({ data: { recoveryCodes: await confirmTotp(deps, viewer, body.code) } }),
    rate,
  )
  registerCall(app, contract.removeTotp, async ({ viewer }) => {
    await removeTotp(deps, viewer)
    return { message: messageText('secondFactorRemoved', viewer.language) }
  })
  registerCall(
    app,
    contract.requirePasskeys,
    async ({ viewer }) => ({ data: { recoveryCodes: await requirePasskeys(deps, viewer) } }),
    rate,
  )
  registerCall(app, contract.stopRequiringPasskeys, async ({ viewer }) => {
    await stopRequiringPasskeys(deps, viewer)
    return { message: messageText('secondFactorRemoved', viewer.language) }
  })
  registerCall(
    app,
    contract.renewRecoveryCodes,
    async ({ viewer }) => ({ data: { recoveryCodes: await renewRecoveryCodes(deps, viewer) } }),
    rate,
  )
}
