import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createProviders } from '#server/domains/auth/providers/sign-in/create-providers.ts'
import { appForFile } from '#test/for-file.ts'
import { CLIENT_ID, person, startProviders } from '#test/sign-in-providers.ts'

const providers = await startProviders()
afterAll(() => providers.stop())
const app = await appForFile(providers.config)

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a provider with this discovery document. Its userinfo endpoint accepts every token. */
async function providerWith(metadata: (url: string) => object) {
  let url = ''
  const server = createServer((request, response) => {
    const isDiscovery = request.url?.endsWith('/openid-configuration')
    response.end(JSON.stringify(isDiscovery ? metadata(url) : { sub: 'somebody', name: 'Somebody' }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const none = { facebookAppId: undefined, facebookAppSecret: undefined, facebookGraphUrl: '' }
  return createProviders({ ...none, googleClientId: CLIENT_ID, googleIssuerUrl: url })
}
const endpoints = (url: string) => ({ userinfo_endpoint: `${url}/userinfo`, jwks_uri: `${url}/keys` })

test('rejects an access token of unknown audience', async () => {
  const { googleAccessToken } = await providerWith((url) => ({ issuer: url, ...endpoints(url) }))
  await expect(googleAccessToken('any')).rejects.toMatchObject({ code: 'auth.providerTokenInvalid' })
})

test('rejects a discovery document of another issuer', async () => {
  const { googleAccessToken } = await providerWith((url) => ({
    issuer: 'https://accounts.google.com',
    tokeninfo_endpoint: `${url}/tokeninfo`,
    ...endpoints(url),
  }))
  await expect(googleAccessToken('any')).rejects.toMatchObject({ code: 'auth.providerUnavailable' })
})

test('accepts an ID token once, from any browser', async () => {
  const who = person()
  const { nonce } = (await app.call('POST', '/auth/provider-nonce')).body.data
  const idToken = await providers.google.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: CLIENT_ID, exp: Math.floor(Date.now() / 1000) + 600, nonce, ...who })
    },
  })
  const send = () => app.call('POST', '/auth/google-one-tap', { body: { idToken, nonce } })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const again = await send()
  expect([again.status, again.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
})
