import { errors } from 'jose'
import * as client from 'openid-client'
import { SignInError } from '../sign-in/sign-in.ts'

/** OpenSSL's and Node.js's codes of certificates that do not verify. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|^ERR_TLS|^ERR_SSL/

/** Returns an error and its causes, the outermost first. */
function* causesOf(error: unknown): Generator<{ code?: unknown; message?: unknown; status?: unknown }> {
  let current = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current
    current = (current as { cause?: unknown }).cause
  }
}

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

/** Returns why a provider cannot be used, in one line for the operator. */
export function reasonOf(error: unknown): string {
  const causes = [...causesOf(error)]
  const bad = causes.find(({ code }) => CERTIFICATE.test(String(code ?? '')))
  if (bad)
    return `its certificate is not valid (${String(bad.code)}): renew it, or name its authority's file in NODE_EXTRA_CA_CERTS`
  const texts = causes.map(({ code, message }) => String(code ?? message ?? '')).filter(Boolean)
  return texts.at(-1)?.split('\n')[0] ?? String(error)
}
