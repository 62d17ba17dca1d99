import type { FastifyInstance } from 'fastify'
import * as auth from '#contract/auth/auth.ts'
import { passkeySignIn } from '#contract/auth/passkeys.ts'
import * as providers from '#contract/auth/providers.ts'
import type { CallShape } from '#contract/call.ts'
import { AppError } from '#server/platform/errors.ts'

/** Calls that sign in, create an account, or set a password without one of the OpenID Connect providers. */
export const NON_OIDC_CALLS: readonly CallShape[] = [
  auth.login,
  auth.register,
  auth.sendVerificationCode,
  auth.verifyEmail,
  auth.forgotPassword,
  auth.verifyResetCode,
  auth.resetPassword,
  passkeySignIn,
  providers.googleOauth,
  providers.googleOneTap,
  providers.facebookOauth,
]

/** Refuses these calls with auth.providerOnly. Call it before the routes are registered. */
export function refuseNonOidcCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config
    if (call && NON_OIDC_CALLS.includes(call)) throw new AppError('auth.providerOnly')
  })
}
