import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { presentCodeTimes } from '../codes/present-code-times.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { resetPassword } from './reset-password.ts'
import { verifyResetCode } from './verify-reset-code.ts'

export function passwordRoutes(app: FastifyInstance, deps: Deps, rate: { perMinute: number }): void {
  registerCall(
    app,
    contract.forgotPassword,
    async ({ viewer, body }) => {
      const times = await forgotPassword(deps, viewer, body.email)
      return { message: messageText('resetCodeSent', viewer.language), ...presentCodeTimes(times) }
    },
    rate,
  )

  registerCall(
    app,
    contract.verifyResetCode,
    async ({ viewer, body }) => ({
      resetToken: await verifyResetCode(deps, viewer, body),
      verified: true,
      message: messageText('codeVerified', viewer.language),
    }),
    rate,
  )

  registerCall(
    app,
    contract.resetPassword,
    async ({ viewer, body }) => {
      await resetPassword(deps, viewer, body)
      return { message: messageText('passwordChanged', viewer.language) }
    },
    rate,
  )

  registerCall(
    app,
    contract.changePassword,
    async ({ viewer, body }) => {
      await changePassword(deps, viewer, body)
      return { message: messageText('passwordChanged', viewer.language) }
    },
    rate,
  )
}
