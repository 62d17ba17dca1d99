import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { OAuth2Server } from 'oauth2-mock-server'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { AppProcess } from '#test/app-process.ts'
import { test as base, expect } from '#test/e2e-server.ts'
import { newPerson } from '#test/sign-up.ts'
import { TEXTS } from './members.ts'
import { post } from './people.ts'
import { withSuspendedMember } from './suspended-member.ts'

const CLIENT_ID = 'memeroom-client'

interface Providers {
  env: Record<string, string>
  /** A signed id token for a person, as Google's one-tap passes to the page. */
  idToken: (claims: object) => Promise<string>
}

const test = base.extend<object, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const google = new OAuth2Server()
      await google.issuer.keys.generate('RS256')
      await google.start(0, '127.0.0.1')
      google.service.on('beforeUserinfo', (response, request) => {
        const name = String(request.headers.authorization).replace('Bearer ', '')
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
        idToken: (claims) =>
          google.issuer.buildToken({
            scopesOrTransform: (_header, payload) => Object.assign(payload, { aud: CLIENT_ID }, claims),
          }),
      })
      graph.close()
      await google.stop()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ providers }, use) => use(providers.env), { scope: 'worker' }],
})

/**
 * Replaces the providers' scripts with ones that return a token immediately; one-tap waits until the test provides a credential.
 */
async function standInForScripts(page: Page, tokens: { google?: string; facebook?: string }): Promise<string[]> {
  const loaded: string[] = []
  const serve = (body: string) => (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body })
  }
  await page.route(
    'https://accounts.google.com/gsi/client',
    serve(`window.google = { accounts: {
      oauth2: { initTokenClient: ({ callback, error_callback }) => ({ requestAccessToken: () =>
        ${JSON.stringify(tokens.google ?? null)} ? callback({ access_token: ${JSON.stringify(tokens.google ?? '')} })
          : error_callback({ type: 'popup_closed' }) }) },
      id: { initialize: (options) => { window.oneTap = options }, prompt: () => { window.prompted = true }, cancel() {} },
    } }`),
  )
  await page.route(
    'https://connect.facebook.net/en_US/sdk.js',
    serve(
      `window.FB = { init() {}, login: (callback) => callback(${
        tokens.facebook ? `{ authResponse: { accessToken: ${JSON.stringify(tokens.facebook)} } }` : '{}'
      }) }`,
    ),
  )
  return loaded
}

interface OneTapWindow {
  oneTap?: { nonce: string; callback: (answer: { credential?: string }) => void }
}

const { account } = TEXTS.vi
test.describe('in Vietnamese', () => {
  test.use({ locale: 'vi-VN', expectedErrors: [/400/] })

  test('both providers sign in from login and from sign-up, and a closed window changes nothing', async ({
    page,
    app,
  }) => {
    const buttonOf = (name: string) =>
      page.getByRole('button', { name: account.provider.continue.replace('{{provider}}', name) })
    await standInForScripts(page, {})
    await page.goto('/login')
    await page.waitForFunction(() => (window as OneTapWindow).oneTap !== undefined)
    await buttonOf('Google').click()
    await expect(buttonOf('Google')).toBeEnabled()
    await expect(page).toHaveURL(/\/login$/)
    for (const [provider, label, screen] of [
      ['google', 'Google', '/login'],
      ['google', 'Google', '/register'],
      ['facebook', 'Facebook', '/login'],
      ['facebook', 'Facebook', '/register'],
    ] as const)
      await test.step(`${provider} from ${screen}`, async () => {
        const name = newPerson().username
        await page.evaluate(() => localStorage.clear())
        await page.unrouteAll()
        const loaded = await standInForScripts(page, { [provider]: name })
        await page.goto(screen)
        await expect.poll(() => loaded.length).toBe(2)
        await buttonOf(label).click()
        await page.waitForURL(`${app.url}/`)
        const authen = await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}'))
        expect(authen).toMatchObject({ username: name, preferences: { contentLanguage: 'vi' } })
      })
  })

  test('one-tap signs in with the nonce of this page, and says so where it fails', async ({ page, app, providers }) => {
    const name = newPerson().username
    await standInForScripts(page, {})
    await page.goto('/login')
    await page.waitForFunction(() => (window as OneTapWindow).oneTap !== undefined)
    const nonce = await page.evaluate(() => (window as OneTapWindow).oneTap?.nonce)
    const tap = (credential?: string) =>
      page.evaluate(
        (given) => (window as OneTapWindow).oneTap?.callback(given ? { credential: given } : {}),
        credential,
      )
    const sentences = [
      'Google chưa hoàn tất đăng nhập. Vui lòng thử lại.',
      'Đăng nhập bằng Google không thành công. Vui lòng thử lại.',
    ]
    await tap()
    await expect(page.getByText(sentences[0] ?? '')).toBeVisible()
    const claims = { sub: name, name, email: `${name}@gmail.test`, email_verified: true }
    await tap(await providers.idToken({ ...claims, nonce: 'of another page' }))
    await expect(page.getByText(sentences[1] ?? '')).toBeVisible()
    await tap(await providers.idToken({ ...claims, nonce }))
    await page.waitForURL(`${app.url}/`)
  })
})

test.describe('a suspended member', () => {
  test.use({ expectedErrors: [/403/] })

  test('is led by Google to the reason', async ({ page, providers }) => {
    test.setTimeout(120_000)
    const name = newPerson().username
    const signUp = async (app: AppProcess) => {
      const { data } = await post<SignedIn>(app, '/auth/google-oauth', { access_token: name })
      return data
    }
    await withSuspendedMember(providers.env, signUp, 'Spam all day', async (app, { username }) => {
      await standInForScripts(page, { google: name })
      await page.goto(`${app.url}/login`)
      // The first sign-in creates an account, so the age notice is shown here too.
      await expect(page.getByText('at least 13 years old')).toBeVisible()
      await page.waitForFunction(() => (window as OneTapWindow).oneTap !== undefined)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await page.waitForURL(`${app.url}/account`)
      await expect(page.getByRole('alert')).toContainText('Spam all day')
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}').username)).toBe(username)
      await page.goto('about:blank')
    })
  })
})
