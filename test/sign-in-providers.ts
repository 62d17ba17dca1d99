import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OAuth2Server } from 'oauth2-mock-server'
import { unique } from './factories.ts'

export const CLIENT_ID = 'memeroom-client'
const APP_ID = '1234567890'
const APP_SECRET = 'facebook-app-secret'

/** A person as Google describes them. */
export interface Person {
  sub: string
  name: string
  email?: string
  email_verified?: boolean
}

export const person = (overrides: Partial<Person> = {}): Person => {
  const id = unique()
  return { sub: `sub-${id}`, name: `Mia Trần ${id}`, email: `mia${id}@gmail.test`, email_verified: true, ...overrides }
}

interface FacebookToken {
  appId: string
  id: string
  name: string
  email?: string
}

/** Google's access tokens, with the person of each. */
export const people = new Map<string, Person>()
/** Access tokens that Google issued for other applications. */
export const foreignTokens = new Set<string>()
const facebookTokens = new Map<string, FacebookToken>()

/** A signed one-tap token for this site. */
export function googleIdToken(google: OAuth2Server, claims: object, expiresInSeconds = 3600): Promise<string> {
  return google.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: CLIENT_ID, exp: Math.floor(Date.now() / 1000) + expiresInSeconds }, claims)
    },
  })
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Creates an access token of Facebook. */
export function facebookToken(known: Partial<FacebookToken> = {}): string {
  const token = `fb-${unique()}`
  facebookTokens.set(token, { appId: APP_ID, id: `fb${unique()}`, name: 'Minh Lê', ...known })
  return token
}

/** Fake Google and Facebook servers, each on its own port. */
export async function startProviders() {
  const google = new OAuth2Server()
  await google.issuer.keys.generate('RS256')
  await google.start(0, '127.0.0.1')
  google.service.on('beforeUserinfo', (response, request) => {
    const person = people.get(String(request.headers.authorization).replace('Bearer ', ''))
    response.statusCode = person ? 200 : 401
    response.body = { ...(person ?? { error: 'invalid_token' }) }
  })
  const tokeninfo = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('access_token') ?? ''
    response.end(JSON.stringify({ aud: foreignTokens.has(token) ? 'another-client' : CLIENT_ID }))
  })
  const tokeninfoUrl = await listen(tokeninfo)
  google.service.on('beforeWellKnownOpenIdConfiguration', (response) => {
    response.body = { ...(response.body as object), tokeninfo_endpoint: tokeninfoUrl }
  })
  const graph = createServer((request, response) => {
    const { status, body } = answerGraph(new URL(request.url ?? '', 'http://localhost'))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    google,
    /** The server's configuration for the providers. */
    config: {
      googleClientId: CLIENT_ID,
      googleIssuerUrl: google.issuer.url ?? '',
      facebookAppId: APP_ID,
      facebookAppSecret: APP_SECRET,
      facebookGraphUrl: await listen(graph),
    },
    async stop() {
      await google.stop()
      graph.close()
      tokeninfo.close()
    },
  }
}

/** Facebook's two calls, as in the Graph API documentation. */
function answerGraph(url: URL): { status: number; body: unknown } {
  const known = facebookTokens.get(url.searchParams.get('input_token') ?? url.searchParams.get('access_token') ?? '')
  if (url.pathname === '/debug_token') {
    if (url.searchParams.get('access_token') !== `${APP_ID}|${APP_SECRET}`) return { status: 400, body: { error: {} } }
    const data = known
      ? { is_valid: true, app_id: known.appId, user_id: known.id }
      : { is_valid: false, error: { code: 190 } }
    return { status: 200, body: { data } }
  }
  const proof = createHmac('sha256', APP_SECRET)
    .update(url.searchParams.get('access_token') ?? '')
    .digest('hex')
  if (!known || url.searchParams.get('appsecret_proof') !== proof) return { status: 400, body: { error: {} } }
  return { status: 200, body: { id: known.id, name: known.name, email: known.email } }
}
