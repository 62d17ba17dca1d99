import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { messageText } from '#server/texts/messages.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { registerAccount } from './register-account.ts'
import type { CodeTimes } from './send-code.ts'
import { sendVerificationCode } from './send-verification-code.ts'
import { verifyEmail } from './verify-email.ts'

const SIGN_INS_PER_MINUTE = 30

const presentTimes = ({ expiresAt, canResendAt }: CodeTimes) => ({
  expiresAt: expiresAt.toISOString(),
  canResendAt: canResendAt.toISOString(),
})

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const rate = { perMinute: SIGN_INS_PER_MINUTE }

  registerCall(app, contract.login, async ({ viewer, body }) => ({ data: await login(deps, viewer, body) }), rate)

  registerCall(
    app,
    contract.register,
    async ({ viewer, body }) => {
      const times = await registerAccount(deps, viewer, body)
      return {
        message: messageText('registered', viewer.language),
        email: body.email,
        requiresVerification: true as const,
        ...presentTimes(times),
      }
    },
    rate,
  )

  registerCall(
    app,
    contract.sendVerificationCode,
    async ({ viewer, body }) => {
      const times = await sendVerificationCode(deps, viewer, body.email)
      return { message: messageText('codeSent', viewer.language), ...presentTimes(times) }
    },
    rate,
  )

  registerCall(
    app,
    contract.verifyEmail,
    async ({ viewer, body }) => {
      const verifiedAt = await verifyEmail(deps, body)
      return { message: messageText('emailVerified', viewer.language), verifiedAt: verifiedAt.toISOString() }
    },
    rate,
  )

  registerCall(app, contract.logout, async ({ viewer }) => {
    await logout(deps, viewer)
    return { message: messageText('loggedOut', viewer.language) }
  })
}
