import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import type { OidcProviderSettings } from '#server/platform/config/config-providers.ts'
import { unique } from './factories.ts'

const CLIENT_ID = 'memeroom'
const CLIENT_SECRET = 'secret of the client'

interface Claims {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean
  groups?: string[]
}

/** A person of the provider, with unique claims. */
export const employee = (overrides: Partial<Claims> = {}): Claims => {
  const id = unique()
  return { sub: `sub-${id}`, name: `Lan Ngô ${id}`, email: `lan${id}@corp.test`, email_verified: true, ...overrides }
}

/** Runs a certified OpenID Connect provider (oidc-provider) on this machine. Tests can change its signed tokens. */
export async function startIdentityProvider({ publicUrl, id = 'corp' }: { publicUrl: string; id?: string }) {
  const people = new Map<string, Claims>()
  const first = await newKey()
  const keys = [first]
  const foreignKey = await newKey()
  let isForeign = false
  let tamper: ((claims: JWTPayload) => JWTPayload) | null = null
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/api/auth/oidc/${id}/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}/api/auth/oidc/${id}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'groups', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    jwks: {
      keys: [{ ...(await exportJWK(first.privateKey)), kid: first.kid, alg: 'RS256', use: 'sig' }],
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => {
      const claims = people.get(sub)
      return claims && { accountId: sub, claims: () => claims }
    },
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    if (context.oidc?.route === 'jwks')
      context.body = {
        keys: await Promise.all(
          keys.map(async ({ publicKey, kid }) => ({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' })),
        ),
      }
    const body = context.body as { id_token?: string } | undefined
    if (context.oidc?.route !== 'token' || !body?.id_token) return
    const claims = decodeJwt(body.id_token)
    body.id_token = await sign(tamper ? tamper(claims) : claims)
  })
  const sign = (claims: JWTPayload, header: object = {}) => {
    const key = keys.at(-1)
    const { privateKey } = (isForeign ? foreignKey : key) ?? foreignKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key?.kid ?? '', ...header }).sign(privateKey)
  }
  const callback = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    void provider
      .interactionDetails(request, response)
      .then(({ params }) =>
        provider.interactionFinished(request, response, { login: { accountId: params.login_hint ?? '' } }),
      )
  }
  const settings: OidcProviderSettings = {
    id,
    key: issuer,
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    name: 'Corp',
    icon: null,
    scopes: 'openid profile email',
    groupsClaim: 'groups',
    roles: null,
    signUp: 'site',
  }
  return {
    issuer,
    settings,
    people,
    /** Signs in at the provider as a browser does, and returns the URL of the redirect. */
    async authorize(url: string, person: Claims): Promise<string> {
      people.set(person.sub, person)
      return browse(`${url}&login_hint=${person.sub}`, issuer)
    },
    /** Changes the claims of the next ID tokens, before they are signed. */
    tamperWith(change: typeof tamper) {
      tamper = change
    },
    /** Replaces the key. Tokens signed with the former one no longer verify. */
    async rotateKey() {
      keys.splice(0, keys.length, await newKey())
    },
    /** A logout token, as the provider sends it to the back channel. */
    logoutToken: (claims: JWTPayload, header: object = { typ: 'logout+jwt' }) => {
      const now = Math.floor(Date.now() / 1000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return sign({ iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 120, jti: unique(), events, ...claims }, header)
    },
    /** Signs the next tokens with a foreign key, under the ID of the provider's key. */
    signWithForeignKey(isSo: boolean) {
      isForeign = isSo
    },
    /** Listens again on the same port after `stop`. */
    async restart() {
      await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { publicKey, privateKey, kid: unique() }
}

/** Follows redirects with cookies until they leave the origin. */
async function browse(from: string, origin: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = from
  for (let hops = 0; hops < 10 && url.startsWith(origin); hops += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    url = new URL(location, url).href
  }
  return url
}
