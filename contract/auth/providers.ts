import * as z from 'zod'
import { defineCall } from '../call.ts'
import { okData, optional, text } from '../primitives.ts'
import { ADMISSION_FAILURES, acceptedTermsVersion, CODE_FAILURES, ConfirmInput, invite, signIn } from './auth.ts'

const ProviderToken = text().min(1).max(8192)
export const AccessTokenInput = z.object({ access_token: ProviderToken, acceptedTermsVersion, invite })
export const IdTokenInput = z.object({
  idToken: ProviderToken,
  /** From `POST /auth/provider-nonce`, if the provider's token carries a nonce. */
  nonce: optional(text().max(200)),
  acceptedTermsVersion,
  invite,
})
/** Query of `GET /auth/oidc/{id}/start`. A first sign-in creates the account with it. */
export const ProviderStart = z.object({ acceptedTermsVersion, invite })

const PROVIDER_FAILURES = [
  ...ADMISSION_FAILURES,
  'auth.providerTokenInvalid',
  'auth.providerNotConfigured',
  'auth.providerUnavailable',
  'auth.emailInUse',
  'auth.secondFactorRequired',
  'auth.accountDeleted',
  'auth.accountSuspended',
  'auth.tooManyRequests',
] as const

export const googleOauth = defineCall('POST /auth/google-oauth', {
  ...signIn,
  summary: 'Sign in with a Google access token',
  body: AccessTokenInput,
  failures: PROVIDER_FAILURES,
})
export const providerNonce = defineCall('POST /auth/provider-nonce', {
  tag: signIn.tag,
  auth: 'public',
  strangers: 'always',
  summary: 'Get a nonce for an ID token; it works once, within an hour',
  response: okData(z.object({ nonce: z.string() })),
})
export const googleOneTap = defineCall('POST /auth/google-one-tap', {
  ...signIn,
  summary: 'Sign in with a Google ID token; a nonce in it must come from this site',
  body: IdTokenInput,
  failures: PROVIDER_FAILURES,
})
export const facebookOauth = defineCall('POST /auth/facebook-oauth', {
  ...signIn,
  summary: 'Sign in with a Facebook access token',
  body: AccessTokenInput,
  failures: PROVIDER_FAILURES,
})
/** `GET /auth/oidc/{id}/start` leads through the provider to the login page, which makes this call with the browser's cookie. */
export const finishProviderSignIn = defineCall('POST /auth/oidc', {
  ...signIn,
  summary: 'Finish signing in at an OpenID Connect provider; linking an account requires its password or a mailed code',
  body: ConfirmInput,
  failures: [
    ...PROVIDER_FAILURES,
    ...CODE_FAILURES,
    'auth.signInExpired',
    'auth.linkRequired',
    'auth.wrongPassword',
    'auth.passwordNotSet',
  ],
})
