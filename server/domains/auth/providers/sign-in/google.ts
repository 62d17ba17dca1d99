import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import {
  emailOrNull,
  fetchFromProvider,
  type IdTokenProfile,
  idOrNull,
  isStatedVerified,
  nameOf,
  type ProviderProfile,
  SignInError,
  textOrNull,
} from './sign-in.ts'

const GOOGLE_ISSUER = 'https://accounts.google.com'
// Google's discovery document omits this endpoint, though it is the documented way to check a token's audience.
const GOOGLE_TOKENINFO = 'https://oauth2.googleapis.com/tokeninfo'
const DISCOVERY_CACHE_MS = 3_600_000
const CLOCK_TOLERANCE_SECONDS = 30

interface Discovery {
  issuers: string[]
  userinfo: string
  tokeninfo: string | null
  keys: ReturnType<typeof createRemoteJWKSet>
  readAt: number
}

export interface Google {
  byAccessToken(token: string): Promise<ProviderProfile>
  byIdToken(idToken: string, nonce: string | undefined): Promise<IdTokenProfile>
}

/** Google, or any OpenID provider at `issuerUrl`. Endpoints and keys come from the provider's discovery document. */
export function createGoogle(options: { clientId: string; issuerUrl: string }): Google {
  let known: Discovery | undefined
  const discover = async () => {
    if (!known || Date.now() - known.readAt > DISCOVERY_CACHE_MS) known = await readDiscovery(options.issuerUrl)
    return known
  }
  return {
    async byAccessToken(token) {
      const { userinfo, tokeninfo } = await discover()
      // Without tokeninfo, there is no way to check which application the token was issued to.
      if (!tokeninfo) throw new SignInError('auth.providerTokenInvalid')
      await requireAudience(tokeninfo, token, options.clientId)
      return profileOf(await fetchFromProvider(userinfo, { authorization: `Bearer ${token}` }))
    },
    async byIdToken(idToken, nonce) {
      const { keys, issuers } = await discover()
      const payload = await verifyIdToken(idToken, keys, { issuers, clientId: options.clientId })
      // A nonce binds the token to the page that requested it: it must be present on both sides or on neither.
      if ((textOrNull(payload.nonce) ?? undefined) !== nonce) throw new SignInError('auth.providerTokenInvalid')
      return { ...profileOf(payload), expiresAt: new Date((payload.exp ?? 0) * 1000) }
    },
  }
}

async function readDiscovery(issuerUrl: string): Promise<Discovery> {
  const found = await fetchFromProvider(`${issuerUrl}/.well-known/openid-configuration`).catch((error: unknown) => {
    throw new SignInError('auth.providerUnavailable', { cause: error })
  })
  const issuer = textOrNull(found.issuer)
  const userinfo = textOrNull(found.userinfo_endpoint)
  const jwks = textOrNull(found.jwks_uri)
  if (!issuer || !userinfo || !jwks || !isSameIssuer(issuer, issuerUrl))
    throw new SignInError('auth.providerUnavailable')
  const isGoogle = issuer === GOOGLE_ISSUER
  return {
    // Google uses both forms as issuer.
    issuers: isGoogle ? [issuer, 'accounts.google.com'] : [issuer],
    userinfo,
    tokeninfo: textOrNull(found.tokeninfo_endpoint) ?? (isGoogle ? GOOGLE_TOKENINFO : null),
    keys: createRemoteJWKSet(new URL(jwks)),
    readAt: Date.now(),
  }
}

/** A discovery document must name the requested issuer (OpenID Connect Discovery, 4.3). */
const isSameIssuer = (named: string, asked: string) => named.replace(/\/$/, '') === asked.replace(/\/$/, '')

/** Rejects tokens issued to another application, so that its users are not signed in here. */
async function requireAudience(tokeninfo: string, token: string, clientId: string): Promise<void> {
  const info = await fetchFromProvider(`${tokeninfo}?${new URLSearchParams({ access_token: token })}`)
  if (info.aud !== clientId && info.azp !== clientId) throw new SignInError('auth.providerTokenInvalid')
}

async function verifyIdToken(
  idToken: string,
  keys: Discovery['keys'],
  expected: { issuers: string[]; clientId: string },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: expected.issuers,
      audience: expected.clientId,
      algorithms: ['RS256', 'ES256', 'PS256'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) throw new SignInError('auth.providerUnavailable', { cause: error })
    const isRefusal = error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC'
    throw new SignInError(isRefusal ? 'auth.providerTokenInvalid' : 'auth.providerUnavailable', { cause: error })
  }
}

function profileOf(claims: Record<string, unknown>): ProviderProfile {
  const subject = idOrNull(claims.sub)
  if (!subject) throw new SignInError('auth.providerTokenInvalid')
  const email = emailOrNull(claims.email)
  return {
    provider: 'google',
    subject,
    name: nameOf(claims.name, claims.given_name),
    email,
    emailVerified: email !== null && isStatedVerified(claims),
  }
}
