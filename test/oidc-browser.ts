import type { FastifyInstance } from 'fastify'
import type { Answer } from './app.ts'
import type { startIdentityProvider } from './identity-provider.ts'

type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
type Person = Parameters<IdentityProvider['authorize']>[1]

/** A browser that signs in at an identity provider, with its cookie of the site. */
export class OidcBrowser {
  /** The cookie as the browser sends it. */
  jar = ''
  readonly provider: IdentityProvider
  private app: FastifyInstance

  constructor(app: FastifyInstance, provider: IdentityProvider) {
    this.app = app
    this.provider = provider
  }

  /** Continues on another node. */
  moveTo(app: FastifyInstance): void {
    this.app = app
  }

  async start(query = ''): Promise<{ location: string; cookie: string }> {
    return this.navigate(`/api/auth/oidc/${this.provider.settings.id}/start${query}`)
  }

  /** Starts on the site and signs in at the provider. Returns the URL to which the provider redirects. */
  async authorize(person: Person, query = ''): Promise<string> {
    const { location } = await this.start(query)
    return this.provider.authorize(location, person)
  }

  /** Follows the provider's redirect. Returns the page to which the site redirects. */
  async callback(url: string): Promise<string> {
    const { search } = new URL(url)
    return (await this.navigate(`/api/auth/oidc/${this.provider.settings.id}/callback${search}`)).location
  }

  async finish(body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.app.inject({
      method: 'POST',
      url: '/api/auth/oidc',
      payload: body,
      headers: { ...headers, cookie: this.jar },
    })
    this.keep(response.headers['set-cookie'])
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }

  async signIn(person: Person, query = ''): Promise<Answer> {
    await this.callback(await this.authorize(person, query))
    return this.finish()
  }

  private async navigate(url: string) {
    const { headers } = await this.app.inject({ method: 'GET', url, headers: { cookie: this.jar } })
    const cookie = String(headers['set-cookie'] ?? '')
    this.keep(cookie)
    return { location: String(headers.location), cookie }
  }

  private keep(cookie: unknown): void {
    const [pair] = String(cookie ?? '').split(';')
    if (pair?.includes('=')) this.jar = pair
  }
}
