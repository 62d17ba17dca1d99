import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/providers.ts'
import type { SignInProviders } from '#server/domains/auth/providers/sign-in/sign-in.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { issueOneTime } from '../one-time/one-time-value.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { NONCE, useTokenOnce } from './use-token-once.ts'

/** Allows for a provider prompt that stays open for a while. */
const NONCE_SECONDS = 3600

/** Routes for signing in with Google and Facebook. */
export function providerRoutes(
  app: FastifyInstance,
  deps: Deps & { providers: SignInProviders },
  rate: { perMinute: number },
): void {
  const { providers } = deps

  registerCall(
    app,
    contract.googleOauth,
    async ({ viewer, body }) => {
      const profile = await providers.googleAccessToken(body.access_token)
      return { data: await signInWithProvider(deps, viewer, profile, body) }
    },
    rate,
  )

  registerCall(
    app,
    contract.providerNonce,
    async () => ({ data: { nonce: issueOneTime(deps.config.authSecret, NONCE, NONCE_SECONDS) } }),
    rate,
  )

  registerCall(
    app,
    contract.googleOneTap,
    async ({ viewer, body }) => {
      const profile = await providers.googleIdToken(body.idToken, body.nonce)
      await useTokenOnce(deps, body, profile.expiresAt)
      return { data: await signInWithProvider(deps, viewer, profile, body) }
    },
    rate,
  )

  registerCall(
    app,
    contract.facebookOauth,
    async ({ viewer, body }) => {
      const profile = await providers.facebookAccessToken(body.access_token)
      return { data: await signInWithProvider(deps, viewer, profile, body) }
    },
    rate,
  )
}
