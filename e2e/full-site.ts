import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { OAuth2Server } from 'oauth2-mock-server'
import { test as base } from '#test/e2e-server.ts'

const CLIENT_ID = 'memeroom-client'

interface Providers {
  env: Record<string, string>
  /** Chooses the person who signs in at Google next. */
  becomeAtGoogle: (name: string) => void
}

/** `test` with a site that reads the text of pictures and lets people sign in with Google and Facebook. */
export const test = base.extend<object, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from this pattern.
    async ({}, use) => {
      const google = new OAuth2Server()
      await google.issuer.keys.generate('RS256')
      await google.start(0, '127.0.0.1')
      let person = ''
      google.service.on('beforeTokenSigning', ({ payload }) => {
        payload.sub = person
      })
      google.service.on('beforeUserinfo', (response, request) => {
        const token = String(request.headers.authorization).replace('Bearer ', '')
        const name = token.split('.').length === 3 ? decodeJwt(token).sub : token
        response.body = { sub: name, name, email: `${name}@gmail.test`, email_verified: true }
      })
      const graph = createServer((request, response) => {
        const url = new URL(request.url ?? '', 'http://localhost')
        const id = url.searchParams.get('input_token') ?? url.searchParams.get('access_token')
        response.setHeader('content-type', 'application/json')
        const answers: Record<string, object> = {
          '/debug_token': { data: { is_valid: true, app_id: '42', user_id: id } },
          '/tokeninfo': { aud: CLIENT_ID },
        }
        response.end(JSON.stringify(answers[url.pathname] ?? { id, name: id }))
      })
      await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve))
      const graphUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
      google.service.on('beforeWellKnownOpenIdConfiguration', (response) => {
        response.body = { ...(response.body as object), tokeninfo_endpoint: `${graphUrl}/tokeninfo` }
      })
      await use({
        env: {
          GOOGLE_CLIENT_ID: CLIENT_ID,
          GOOGLE_ISSUER_URL: google.issuer.url ?? '',
          FACEBOOK_APP_ID: '42',
          FACEBOOK_APP_SECRET: 'secret',
          FACEBOOK_GRAPH_URL: graphUrl,
        },
        becomeAtGoogle(name) {
          person = name
        },
      })
      graph.close()
      await google.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ providers }, use) => use({ OCR: 'on', ...providers.env }), { scope: 'worker' }],
})
