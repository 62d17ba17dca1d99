import type { Page } from '@playwright/test'
import type { SignedIn } from '#contract/auth/auth.ts'
import { expect } from '#test/e2e-server.ts'
import { newPerson } from '#test/sign-up.ts'
import { test } from './full-site.ts'
import { TEXTS } from './members.ts'
import { post } from './people.ts'
import { suspend } from './suspended-member.ts'

/** Replaces Facebook's script with one that returns a token immediately, and lists the scripts of other sites. */
async function standInForScripts(page: Page, token?: string): Promise<string[]> {
  const loaded: string[] = []
  const login = token ? `{ authResponse: { accessToken: ${JSON.stringify(token)} } }` : '{}'
  await page.route(
    (url) => /google|facebook/.test(url.hostname),
    (route) => {
      loaded.push(route.request().url())
      return route.fulfill({
        contentType: 'text/javascript',
        body: `window.FB = { init() {}, login: (callback) => callback(${login}) }`,
      })
    },
  )
  return loaded
}

const FACEBOOK = 'https://connect.facebook.net/en_US/sdk.js'

test.use({ locale: 'vi-VN', expectedErrors: [/40[03]/] })

const { account } = TEXTS.vi
test('Google by redirect and Facebook sign in, without a script of Google, and show a suspension', async ({
  page,
  app,
  providers,
}) => {
  test.setTimeout(180_000)
  const buttonOf = (name: string) =>
    page.getByRole('button', { name: account.provider.continue.replace('{{provider}}', name) })
  const nameStored = () => page.evaluate(() => JSON.parse(localStorage.getItem('authen') ?? '{}'))
  for (const [provider, screen] of [
    ['Google', '/login'],
    ['Google', '/register'],
    ['Facebook', '/login'],
    ['Facebook', '/register'],
  ] as const)
    await test.step(`${provider} from ${screen}`, async () => {
      const name = newPerson().username
      providers.becomeAtGoogle(name)
      await page.unrouteAll()
      const loaded = await standInForScripts(page, name)
      await page.goto(screen)
      await page.evaluate(() => localStorage.clear())
      await page.goto(screen)
      await expect.poll(() => loaded.includes(FACEBOOK)).toBe(true)
      await buttonOf(provider).click()
      await page.waitForURL(`${app.url}/`)
      await expect.poll(nameStored).toMatchObject({ username: name, preferences: { contentLanguage: 'vi' } })
      expect(loaded.filter((url) => url !== FACEBOOK)).toEqual([])
    })
  await test.step('a sign-in of another browser', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/api/auth/oidc/google/callback?code=stolen&state=stolen')
    await expect(page.getByRole('alert')).toHaveText(
      'Lần đăng nhập này đã hết hạn hoặc bắt đầu từ một trình duyệt khác. Vui lòng thử lại.',
    )
    await expect(page).toHaveURL(/\/login$/)
  })
  await test.step('a suspended member', async () => {
    const name = newPerson().username
    providers.becomeAtGoogle(name)
    const { data } = await post<SignedIn>(app, '/auth/google-oauth', { access_token: name })
    await suspend(app, data.username, 'Spam all day')
    await page.goto('/login?lng=en')
    // The first sign-in creates an account, so the age notice is shown here too.
    await expect(page.getByText('at least 13 years old')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${app.url}/account`)
    await expect(page.getByRole('alert')).toContainText('Spam all day')
    expect((await nameStored()).username).toBe(data.username)
  })
})
