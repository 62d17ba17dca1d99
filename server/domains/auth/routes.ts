import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/auth.ts'
import type { SignInProviders } from '#server/domains/auth/providers/sign-in/sign-in.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { accessTokenRoutes } from './access-tokens/access-token-routes.ts'
import { accountRoutes } from './account/account-routes.ts'
import type { AccountDeletionHooks } from './account/delete-account.ts'
import { presentCodeTimes } from './codes/present-code-times.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import type { GiveRole } from './providers/oidc/group-role.ts'
import { refuseNonOidcCalls } from './providers/oidc/non-oidc-routes.ts'
import type { OidcProviders } from './providers/oidc/oidc-provider.ts'
import { oidcRoutes } from './providers/oidc/oidc-routes.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { registerAccount } from './registration/register-account.ts'
import { sendVerificationCode } from './registration/send-verification-code.ts'
import { verifyEmail } from './registration/verify-email.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { login } from './sessions/login.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

const SIGN_INS_PER_MINUTE = 30

export function authRoutes(
  app: FastifyInstance,
  deps: Deps & AccountDeletionHooks & GiveRole & { providers: SignInProviders; oidc: OidcProviders },
): void {
  if (deps.config.oidcOnly) refuseNonOidcCalls(app)
  const rate = { perMinute: SIGN_INS_PER_MINUTE }

  registerCall(app, contract.login, async ({ viewer, body }) => ({ data: await login(deps, viewer, body) }), rate)

  registerCall(
    app,
    contract.register,
    async ({ viewer, body }) => {
      const { registrationToken, ...times } = await registerAccount(deps, viewer, body)
      return {
        message: messageText('registered', viewer.language),
        email: body.email,
        requiresVerification: true as const,
        registrationToken,
        ...presentCodeTimes(times),
      }
    },
    rate,
  )

  registerCall(
    app,
    contract.sendVerificationCode,
    async ({ viewer, body }) => {
      const times = await sendVerificationCode(deps, viewer, body)
      return { message: messageText('codeSent', viewer.language), ...presentCodeTimes(times) }
    },
    rate,
  )

  registerCall(
    app,
    contract.verifyEmail,
    async ({ viewer, body }) => {
      const { verifiedAt, username, resetToken, data } = await verifyEmail(deps, viewer, body)
      return {
        message: messageText(resetToken ? 'emailVerifiedSetPassword' : 'emailVerified', viewer.language),
        verifiedAt: verifiedAt.toISOString(),
        username,
        ...(resetToken ? { requiresPassword: true as const, resetToken } : {}),
        ...(data ? { data } : {}),
      }
    },
    rate,
  )

  passwordRoutes(app, deps, rate)
  accountRoutes(app, deps, rate)
  providerRoutes(app, deps, rate)
  oidcRoutes(app, deps, rate)
  sessionRoutes(app, deps, rate)
  accessTokenRoutes(app, deps)
  passkeyRoutes(app, deps, rate)
  secondFactorRoutes(app, deps, rate)
}
