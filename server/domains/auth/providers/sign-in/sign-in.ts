import type { ErrorCode } from '#contract/errors.ts'
import { lineFrom } from '#contract/people/names.ts'
import { Email, isUsableText } from '#contract/primitives.ts'

/** A person as identified by a provider. */
export interface ProviderProfile {
  /** `google`, `facebook`, or the issuer of another provider. */
  provider: string
  /** The provider's permanent id of the person. */
  subject: string
  /** One line without hidden characters; empty if the provider gives none. */
  name: string
  /** In lower case; null if the provider gives none. */
  email: string | null
  /** True if the provider has verified the address. */
  emailVerified: boolean
}

/** A person as identified by an ID token, which may be used only once before it expires. */
export interface IdTokenProfile extends ProviderProfile {
  expiresAt: Date
}

export interface SignInProviders {
  /** Reads the profile from the provider's userinfo endpoint, with an access token. */
  googleAccessToken(token: string): Promise<ProviderProfile>
  /** Verifies a signed ID token. Its nonce must equal the given one. */
  googleIdToken(idToken: string, nonce: string | undefined): Promise<IdTokenProfile>
  facebookAccessToken(token: string): Promise<ProviderProfile>
}

/** A failed sign-in with a provider. Its code is part of the contract. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly code: Extract<ErrorCode, `auth.provider${string}`>

  constructor(code: SignInError['code'], options?: { cause?: unknown }) {
    super(code, options)
    this.code = code
  }
}

const PROVIDER_TIMEOUT_MS = 8000
const RESPONSE_MAX_CHARS = 64 * 1024
/** OpenID Connect allows 255 characters for a subject. An index entry holds 2,704 bytes, with the provider's address. */
const ID_MAX_CHARS = 255

/**
 * Sends a request to a provider and returns its JSON. Throws SignInError: `auth.providerTokenInvalid` for a 4xx, and
 * `auth.providerUnavailable` for a 5xx, no response within 8 s, or a response that is not JSON.
 */
export async function fetchFromProvider(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
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
    if (status !== 200 || text.length > RESPONSE_MAX_CHARS)
      throw new Error(`status ${status}, ${text.length} characters`)
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) throw new Error('no object')
    return answer as Record<string, unknown>
  } catch (error) {
    throw new SignInError('auth.providerUnavailable', { cause: error })
  }
}

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Returns a provider's id of a person or session; null if it gives none. Throws auth.providerTokenInvalid for an id that the
 * database cannot store: a changed id could be that of another person.
 */
export function idOrNull(value: unknown): string | null {
  const id = textOrNull(value)
  if (id !== null && !(id.length <= ID_MAX_CHARS && isUsableText(id)))
    throw new SignInError('auth.providerTokenInvalid')
  return id
}

/** Returns the first of these names that has a visible character, as one line; an empty text if none has. */
export const nameOf = (...values: unknown[]): string =>
  values.map((value) => lineFrom(textOrNull(value) ?? '')).find((name) => name !== '') ?? ''

/** Returns true if these claims call their address verified; some providers send the text `true`. */
export const isStatedVerified = ({ email_verified: stated }: Record<string, unknown>): boolean =>
  stated === true || stated === 'true'

/** Returns the normalized address; null if it is not valid. */
export const emailOrNull = (value: unknown): string | null => Email.safeParse(value).data ?? null
