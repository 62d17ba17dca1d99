import type { ErrorCode } from '#contract/errors.ts'
import { Email } from '#contract/primitives.ts'

/** A person as a provider vouches for them. */
export interface ProviderProfile {
  provider: 'google' | 'facebook'
  /** The provider's own, lasting id of the person. */
  subject: string
  name: string
  /** Lower case; null where the provider gives none. */
  email: string | null
  /** True where the provider itself says that the address is the person's. */
  emailVerified: boolean
}

export interface SignInProviders {
  /** By an access token, from the provider's userinfo. */
  googleAccessToken(token: string): Promise<ProviderProfile>
  /** By a signed id token. A nonce in the token must be the one given. */
  googleIdToken(idToken: string, nonce: string | undefined): Promise<ProviderProfile>
  facebookAccessToken(token: string): Promise<ProviderProfile>
}

/** Why a provider did not sign somebody in; its code is the contract's. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly code: Extract<ErrorCode, `auth.provider${string}`>

  constructor(code: SignInError['code'], options?: { cause?: unknown }) {
    super(code, options)
    this.code = code
  }
}

const PROVIDER_TIMEOUT_MS = 8000
const ANSWER_MAX_CHARS = 64 * 1024

/**
 * Asks a provider and answers its JSON. Throws SignInError: `auth.providerTokenInvalid` for a 4xx, and
 * `auth.providerUnavailable` for a 5xx, no answer within 8 s, or one that is no JSON.
 */
export async function askProvider(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    throw new SignInError('auth.providerUnavailable', { cause: error })
  }
  if (status >= 400 && status < 500 && status !== 429) throw new SignInError('auth.providerTokenInvalid')
  try {
    if (status !== 200 || text.length > ANSWER_MAX_CHARS) throw new Error(`status ${status}, ${text.length} characters`)
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) throw new Error('no object')
    return answer as Record<string, unknown>
  } catch (error) {
    throw new SignInError('auth.providerUnavailable', { cause: error })
  }
}

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An address as the site compares it; null for what cannot be one. */
export const emailOrNull = (value: unknown): string | null => Email.safeParse(value).data ?? null
