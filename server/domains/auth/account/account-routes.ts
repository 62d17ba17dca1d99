import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { presentCodeTimes } from '../codes/present-code-times.ts'
import { changeEmail } from './change-email.ts'
import { changeUsername } from './change-username.ts'
import { verifyEmailChange } from './verify-email-change.ts'

/** Routes for changing email address and username. */
export function accountRoutes(app: FastifyInstance, deps: Deps, rate: { perMinute: number }): void {
  registerCall(
    app,
    contract.changeEmail,
    async ({ viewer, body }) => {
      const times = await changeEmail(deps, viewer, body)
      return { message: messageText('emailChangeSent', viewer.language), email: body.email, ...presentCodeTimes(times) }
    },
    rate,
  )

  registerCall(
    app,
    contract.verifyEmailChange,
    async ({ viewer, body }) => {
      const { email, verifiedAt } = await verifyEmailChange(deps, viewer, body)
      return { message: messageText('emailChanged', viewer.language), email, verifiedAt: verifiedAt.toISOString() }
    },
    rate,
  )

  registerCall(
    app,
    contract.changeUsername,
    async ({ viewer, body }) => {
      const username = await changeUsername(deps, viewer, body)
      return { message: messageText('usernameChanged', viewer.language), username }
    },
    rate,
  )
}
