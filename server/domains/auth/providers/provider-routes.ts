import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth.ts'
import type { SignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { useTokenOnce } from './use-token-once.ts'

/** Google and Facebook. */
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
    contract.googleOneTap,
    async ({ viewer, body }) => {
      const profile = await providers.googleIdToken(body.idToken, body.nonce)
      await useTokenOnce(deps, body.idToken, profile.expiresAt)
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
