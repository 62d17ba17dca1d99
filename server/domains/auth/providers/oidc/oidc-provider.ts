import { createRemoteJWKSet, errors, type JWTPayload, customFetch as joseFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { ROLES, type Role } from '#contract/people/roles.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { OidcProviderSettings } from '#server/platform/config/config-providers.ts'
import {
  emailOrNull,
  idOrNull,
  isStatedVerified,
  nameOf,
  type ProviderProfile,
  SignInError,
} from '../sign-in/sign-in.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { asSignInError } from './provider-failure.ts'

/** Binds a sign-in to the browser that began it. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

/** A person as identified by an OpenID Connect provider. */
export interface OidcProfile extends ProviderProfile {
  /** The provider's session, which a logout token may name. */
  sid: string | null
  /** Sent back to the provider at logout. Null if it is too long for a URL. */
  idToken: string | null
  /** The highest role of the person's groups; null if groups have no effect. */
  role: Role | null
}

/** A checked logout token. */
export interface LogoutNotice {
  jti: string
  sid: string | null
  subject: string | null
  expiresAt: Date
}

export interface OidcProvider {
  settings: OidcProviderSettings
  /** Returns the provider's address for a sign-in, and the secrets to store in the browser. */
  begin(): Promise<{ url: string; secrets: FlowSecrets }>
  /** Exchanges the code in the address to which the provider redirected, and checks the tokens. Throws SignInError. */
  finish(query: URLSearchParams, secrets: FlowSecrets): Promise<OidcProfile>
  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), except for replays. Throws SignInError. */
  readLogoutToken(token: string): Promise<LogoutNotice>
  /** Returns the address that ends the person's session at the provider; null if the provider has none. */
  endSessionUrl(idToken: string | null): Promise<string | null>
  /** Reads the provider's discovery document. Throws the original error. */
  discover(): Promise<unknown>
}

/** By id. */
export type OidcProviders = ReadonlyMap<string, OidcProvider>

const TIMEOUT_SECONDS = 8
const DISCOVERY_CACHE_MS = 3_600_000
const CLOCK_TOLERANCE_SECONDS = 30
const ID_TOKEN_MAX_CHARS = 3000
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519', 'RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512']
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LOGOUT_TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt']
const LOGOUT_TOKEN_MAX_SECONDS = 3600

interface Discovered {
  config: client.Configuration
  keys: ReturnType<typeof createRemoteJWKSet>
  readAt: number
}

/** Creates the configured providers, Google first, without a request to them. */
export const createOidcProviders = (config: Pick<Config, 'oidcProviders' | 'publicUrl'>): OidcProviders =>
  new Map(config.oidcProviders.map((settings) => [settings.id, createOidcProvider(settings, config.publicUrl)]))

/**
 * Creates a provider. The first call that needs the discovery document reads it. The next caller repeats a failed read, and
 * simultaneous callers share one.
 */
export function createOidcProvider(settings: OidcProviderSettings, publicUrl: string): OidcProvider {
  const redirectUri = `${publicUrl}/api/auth/oidc/${settings.id}/callback`
  let known: Discovered | undefined
  let reading: Promise<Discovered> | undefined
  const discover = async (): Promise<Discovered> => {
    if (known && Date.now() - known.readAt < DISCOVERY_CACHE_MS) return known
    reading ??= readDiscovery(settings).finally(() => {
      reading = undefined
    })
    known = await reading
    return known
  }
  const orUnavailable = (error: unknown) => {
    throw new SignInError('auth.providerUnavailable', { cause: error })
  }
  return {
    settings,
    discover,
    async begin() {
      const { config } = await discover().catch(orUnavailable)
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },
    async finish(query, secrets) {
      const { config, keys } = await discover().catch(orUnavailable)
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: secrets.verifier,
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new SignInError('auth.providerTokenInvalid')
        await verifyWithFreshKeys(tokens.id_token, keys, config)
        const person = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {}
        return profileOf(settings, { claims, person }, tokens.id_token)
      } catch (error) {
        throw asSignInError(error)
      }
    },
    async readLogoutToken(token) {
      const { config, keys } = await discover().catch(orUnavailable)
      try {
        return logoutNoticeOf(await verify(token, keys, config))
      } catch (error) {
        throw asSignInError(error)
      }
    },
    async endSessionUrl(idToken) {
      // A provider that is down must not delay signing out here.
      const config = known?.config ?? (await discover().catch(() => undefined))?.config
      if (!config?.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${publicUrl}/login`,
        ...(idToken ? { id_token_hint: idToken } : {}),
      }).href
    },
  }
}

async function readDiscovery(settings: OidcProviderSettings): Promise<Discovered> {
  const { issuer, clientId, clientSecret } = settings
  const isPlain = issuer.startsWith('http:')
  const config = await client.discovery(
    new URL(`${issuer}/.well-known/openid-configuration`),
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientAuthentication(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: boundedFetch,
      // The operator has set an address without TLS; REQUIRE_TLS refuses it.
      ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
    },
  )
  const { issuer: named, jwks_uri: keys } = config.serverMetadata()
  // A discovery document must name the requested issuer (OpenID Connect Discovery, 4.3); a slash at the end does not matter.
  if (named.replace(/\/+$/, '') !== issuer) throw new Error(`its discovery document names another issuer, ${named}`)
  if (!keys) throw new Error('its discovery document has no jwks_uri')
  return { config, keys: remoteKeys(keys), readAt: Date.now() }
}

const remoteKeys = (url: string) =>
  createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_SECONDS * 1000, [joseFetch]: boundedFetch })

/** Sends the secret as the provider supports it: by Basic authentication, which is the default, otherwise in the body. */
function clientAuthentication(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None()
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const isBasic = !supported || supported.includes('client_secret_basic')
    return (isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(server, ...rest)
  }
}

async function verify(token: string, keys: Discovered['keys'], config: client.Configuration) {
  return jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    audience: config.clientMetadata().client_id,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  })
}

/** Verifies a token that the provider itself has just sent. If it has a new key, reads the provider's keys again. */
async function verifyWithFreshKeys(token: string, keys: Discovered['keys'], config: client.Configuration) {
  try {
    await verify(token, keys, config)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    await verify(token, keys, config)
  }
}

function logoutNoticeOf({
  payload,
  protectedHeader,
}: {
  payload: JWTPayload
  protectedHeader: { typ?: string }
}): LogoutNotice {
  const { jti, iat, exp, sub, sid, events, nonce } = payload
  const event = (events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT]
  const isLogout =
    (protectedHeader.typ === undefined || LOGOUT_TYPES.includes(protectedHeader.typ.toLowerCase())) &&
    typeof event === 'object' &&
    event !== null &&
    nonce === undefined
  const named = { sid: idOrNull(sid), subject: idOrNull(sub) }
  if (!isLogout || !jti || iat === undefined || (!named.sid && !named.subject))
    throw new SignInError('auth.providerTokenInvalid')
  const latest = iat + LOGOUT_TOKEN_MAX_SECONDS
  const now = Date.now() / 1000
  if (latest < now || iat > now + CLOCK_TOLERANCE_SECONDS) throw new SignInError('auth.providerTokenInvalid')
  return { jti, ...named, expiresAt: new Date(Math.min(exp ?? latest, latest) * 1000) }
}

type Claims = Record<string, unknown>

/** @param from the claims of the ID token, which take precedence, and of the userinfo endpoint */
function profileOf(
  settings: OidcProviderSettings,
  from: { claims: Claims; person: Claims },
  idToken: string,
): OidcProfile {
  const claims = { ...from.person, ...from.claims }
  const subject = idOrNull(claims.sub)
  if (!subject) throw new SignInError('auth.providerTokenInvalid')
  const email = emailOrNull(from.claims.email) ?? emailOrNull(from.person.email)
  return {
    provider: settings.key,
    subject,
    name: nameOf(claims.name, claims.preferred_username, claims.given_name),
    email,
    emailVerified: email !== null && isVerified(email, [from.claims, from.person]),
    sid: idOrNull(claims.sid),
    idToken: idToken.length <= ID_TOKEN_MAX_CHARS ? idToken : null,
    role: settings.roles && roleOf(settings.roles, groupsOf(claims, settings.groupsClaim)),
  }
}

/** Returns true if the first document that has this address and a statement about it calls it verified. */
function isVerified(email: string, documents: Claims[]): boolean {
  const stated = documents.find((one) => one.email_verified !== undefined && emailOrNull(one.email) === email)
  return stated !== undefined && isStatedVerified(stated)
}

/** Returns the groups in a claim, such as `groups`, or `realm_access.roles` in an object. */
function groupsOf(claims: Claims, claim: string): string[] {
  const inside = () =>
    claim
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], claims)
  const groups = claims[claim] ?? inside()
  return [groups].flat().filter((group) => typeof group === 'string')
}

function roleOf(roles: ReadonlyMap<string, Role>, groups: string[]): Role {
  const given = groups.map((group) => roles.get(group))
  return ROLES.findLast((role) => given.includes(role)) ?? 'member'
}
