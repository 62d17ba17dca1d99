import { errors } from 'jose'
import * as client from 'openid-client'
import { causesOf } from '#server/platform/failure-reason.ts'
import { SignInError } from '../sign-in/sign-in.ts'

/** Converts an error of the libraries: `auth.providerUnavailable` if the provider did not answer, else `auth.providerTokenInvalid`. */
export function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const isSilent =
    error instanceof errors.JWKSTimeout ||
    (error instanceof client.ResponseBodyError && error.status >= 500) ||
    (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT') ||
    [...causesOf(error)].some(({ message }) => message === 'fetch failed')
  return new SignInError(isSilent ? 'auth.providerUnavailable' : 'auth.providerTokenInvalid', { cause: error })
}
