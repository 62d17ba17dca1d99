import type { Page } from '@playwright/test'
import type { SignedIn } from '#contract/auth/auth.ts'
import { expect } from '#test/e2e-server.ts'
import { newPerson } from '#test/sign-up.ts'
import { test } from './full-site.ts'
import { TEXTS } from './members.ts'
import { post } from './people.ts'
import { suspend } from './suspended-member.ts'

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

test.use({ locale: 'vi-VN', expectedErrors: [/40[03]/] })

const { account } = TEXTS.vi
test('Google, its one-tap and Facebook sign in, report failures, and show a suspension', async ({
  page,
  app,
  providers,
}) => {
  test.setTimeout(180_000)
  await test.step('both providers from both screens', async () => {
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
  await test.step('one-tap', async () => {
    await page.evaluate(() => localStorage.clear())
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
  await test.step('a suspended member', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => localStorage.clear())
    const name = newPerson().username
    const { data } = await post<SignedIn>(app, '/auth/google-oauth', { access_token: name })
    await suspend(app, data.username, 'Spam all day')
    await standInForScripts(page, { google: name })
    await page.goto('/login?lng=en')
    // The first sign-in creates an account, so the age notice is shown here too.
    await expect(page.getByText('at least 13 years old')).toBeVisible()
    await page.waitForFunction(() => (window as OneTapWindow).oneTap !== undefined)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${app.url}/account`)
    await expect(page.getByRole('alert')).toContainText('Spam all day')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}').username)).toBe(data.username)
  })
})
