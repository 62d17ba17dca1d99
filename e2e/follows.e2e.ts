import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { createMember, logIn, type Person } from '#test/sign-up.ts'
import followsEn from '#web/locales/en/follows.json' with { type: 'json' }
import followToastEn from '#web/locales/en/followToast.json' with { type: 'json' }
import modalEn from '#web/locales/en/modal.json' with { type: 'json' }
import followsVi from '#web/locales/vi/follows.json' with { type: 'json' }
import followToastVi from '#web/locales/vi/followToast.json' with { type: 'json' }
import modalVi from '#web/locales/vi/modal.json' with { type: 'json' }
import { openAs, TEST_LANGUAGES, TEXTS, type TestLanguage } from './members.ts'

const FOLLOWS = {
  en: { follows: followsEn, toast: followToastEn, modal: modalEn },
  vi: { follows: followsVi, toast: followToastVi, modal: modalVi },
} as const

async function send(app: AppProcess, method: string, path: string, token: string, body?: object | FormData) {
  const isForm = body instanceof FormData
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const tokenOf = async (app: AppProcess, member: Person) => (await logIn(app, member)).authentication.token

async function memberWho(
  app: AppProcess,
  speaks: TestLanguage,
  profile?: { displayName: string; bio?: string },
): Promise<Person & { token: string; name: string }> {
  const member = await createMember(app)
  const token = await tokenOf(app, member)
  await send(app, 'PUT', '/users/me/preferences', token, { contentLanguage: speaks })
  if (profile) await send(app, 'PUT', '/users/me/profile', token, profile)
  return { ...member, token, name: profile?.displayName ?? member.username }
}

async function uploadMeme(app: AppProcess, token: string, name: string): Promise<string> {
  const form = new FormData()
  form.set('name', name)
  form.set('image', new Blob([new Uint8Array(await randomPicture(name))], { type: 'image/png' }), 'meme.png')
  return (await send(app, 'POST', '/meme', token, form)).data._id
}

const followButton = (page: Page, language: TestLanguage, name: string) =>
  page.getByRole('button', {
    name: new RegExp(
      `^(${FOLLOWS[language].follows.follow}|${FOLLOWS[language].follows.followBack}|${FOLLOWS[language].follows.following}) ${name}$`,
    ),
  })

for (const language of TEST_LANGUAGES) {
  const { follows, toast, modal } = FOLLOWS[language]
  const fill = (text: string, name: string) => text.replace('{{name}}', name)

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'vi-VN', expectedErrors: [/503|Failed to load resource/] })

    test('a follow on a profile shows in the modal, the account and the profile alike', async ({ page, app }) => {
      const reader = await memberWho(app, language)
      const star = await memberWho(app, language, { displayName: 'Mèo Lười', bio: 'Hà Nội' })
      await openAs(page, app, reader, `/user/${star.username}`)
      const button = followButton(page, language, star.name)
      await expect(button).toHaveText(new RegExp(follows.follow))
      await button.click()
      await expect(page.getByText(fill(toast.followSuccess, star.name))).toBeVisible()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await expect(button).toHaveText(new RegExp(follows.following))

      await page.getByRole('main').getByRole('button', { name: /^1 / }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('tab', { name: `${follows.tab.followers} 1` })).toBeVisible()
      await expect(dialog.getByText(`@${reader.username}`)).toBeVisible()
      await dialog.getByRole('tab', { name: new RegExp(`^${follows.tab.following}`) }).click()
      await expect(dialog.getByText(modal.following.empty)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      await page.goto('/account?tab=following')
      await expect(page.getByRole('tab', { name: `${follows.tab.following} 1` })).toBeVisible()
      await followButton(page, language, star.name).click()
      await expect(page.getByRole('tab', { name: `${follows.tab.following} 0` })).toBeVisible()
      await expect(page.getByText(follows.own.noFollowing)).toBeVisible()
      await expect(page.getByText(fill(toast.unfollowSuccess, star.name))).toBeVisible()
      await page.reload()
      await expect(page.getByText(follows.own.noFollowing)).toBeVisible()
    })

    test('the card of a meme’s creator follows, and takes the follow back where the server cannot', async ({
      page,
      app,
    }) => {
      const reader = await memberWho(app, language)
      const star = await memberWho(app, language, { displayName: 'Sao Băng' })
      const meme = await uploadMeme(app, star.token, `Falling ${star.username}`)
      await openAs(page, app, reader, `/?view=${meme}`)
      const button = followButton(page, language, star.name)
      await page.route('**/follow', (route) => route.fulfill({ status: 503, body: '{}' }))
      await button.click()
      await expect(page.getByText(fill(toast.followError, star.name))).toBeVisible()
      await expect(button).toHaveAttribute('aria-pressed', 'false')
      await page.unroute('**/follow')
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await page.reload()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await page.route('**/unfollow', (route) => route.abort())
      await button.click()
      await expect(page.getByText(fill(toast.unfollowError, star.name))).toBeVisible()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
    })

    test('followers are found without tone marks, and sent away after a question', async ({ page, app }) => {
      const star = await memberWho(app, language)
      const mai = await memberWho(app, language, { displayName: 'Nguyễn Thị Mái', bio: 'Đà Nẵng' })
      const bob = await memberWho(app, language, { displayName: 'Bob Builder' })
      for (const { token } of [mai, bob]) await send(app, 'POST', `/users/${star.username}/follow`, token)
      await openAs(page, app, star, '/account?tab=followers')
      await expect(page.getByRole('tab', { name: `${follows.tab.followers} 2` })).toBeVisible()
      const list = page.getByRole('list', { name: follows.tab.followers })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      const search = page.getByRole('searchbox', { name: follows.own.search })
      await search.fill('da nang')
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await expect(list.getByRole('link', { name: 'Nguyễn Thị Mái' })).toBeVisible()
      await search.fill('nobody at all')
      await expect(page.getByText(follows.own.nobodyFound.replace('{{text}}', 'nobody at all'))).toBeVisible()
      await search.fill('')

      const row = list.getByRole('listitem').filter({ hasText: 'Bob Builder' })
      await row.getByRole('button', { name: follows.own.remove }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: follows.own.keep }).click()
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await row.getByRole('button', { name: follows.own.remove }).click()
      await dialog.getByRole('button', { name: follows.own.remove }).click()
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('tab', { name: `${follows.tab.followers} 1` })).toBeVisible()
      await expect(page.getByText(fill(toast.removeSuccess, 'Bob Builder'))).toBeVisible()
      const left = await send(app, 'GET', `/users/${bob.username}/following`, bob.token)
      expect(left.totalCount).toBe(0)
    })

    test('a list that cannot be loaded says so, and loads when tried again', async ({ page, app }) => {
      const star = await memberWho(app, language)
      const fan = await memberWho(app, language)
      await send(app, 'POST', `/users/${star.username}/follow`, fan.token)
      await page.route('**/followers?*', (route) => route.fulfill({ status: 404, body: '{}' }))
      await openAs(page, app, star, '/account?tab=followers')
      await expect(page.getByText(modal.followers.errorLoading)).toBeVisible()
      await page.goto(`/user/${star.username}`)
      await page.getByRole('main').getByRole('button', { name: /^1 / }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(modal.followers.errorLoading)).toBeVisible()
      await page.unroute('**/followers?*')
      await dialog.getByRole('button', { name: TEXTS[language].common.retry }).click()
      await expect(dialog.getByText(`@${fan.username}`)).toBeVisible()
    })

    test('a visitor gets the prompt to log in, and follows once they are', async ({ page, app }) => {
      const [star, person] = [await memberWho(app, language), await createMember(app)]
      await page.goto(`/user/${star.username}`)
      await followButton(page, language, star.name).click()
      const { account, common } = TEXTS[language]
      const name = language === 'en' ? 'Please log in to continue' : 'Vui lòng đăng nhập để tiếp tục'
      await page.getByRole('dialog', { name }).getByRole('link', { name: common.login }).click()
      await page.getByLabel(account.email).fill(person.email)
      await page.getByLabel(account.password, { exact: true }).fill(person.password)
      await page.getByRole('main').getByRole('button', { name: common.login, exact: true }).click()
      await page.waitForURL(`${app.url}/`)
      const followers = async () => {
        const answer = await fetch(`${app.url}/api/users/${star.username}`)
        return (await answer.json()).data.stats.followersCount
      }
      await expect.poll(followers).toBe(1)
    })

    test('a link of a mail that is not whole says so', async ({ page }) => {
      await page.goto('/unsubscribe?token=half')
      await page.getByRole('button', { name: follows.unsubscribe.confirm }).click()
      await expect(page.getByRole('heading', { name: follows.unsubscribe.broken })).toBeVisible()
    })

    test('the link of a mail asks, then switches the mails off', async ({ page, app }) => {
      const member = await memberWho(app, language)
      const me = async () => (await send(app, 'GET', '/users/me', member.token)).data
      const { _id, preferences } = await me()
      expect(preferences.emailNotifications).toBe(true)
      const secret = (await readFile(path.join(app.dataDir, 'auth-secret'), 'utf8')).trim()
      const signature = createHmac('sha256', secret).update(`unsubscribe ${_id}`).digest('base64url').slice(0, 32)
      await page.goto(`/unsubscribe?token=${_id}.${signature}`)
      await expect(page.getByRole('heading', { name: follows.unsubscribe.title })).toBeVisible()
      expect((await me()).preferences.emailNotifications).toBe(true)
      await page.getByRole('button', { name: follows.unsubscribe.confirm }).click()
      await expect(page.getByRole('heading', { name: follows.unsubscribe.done })).toBeVisible()
      expect((await me()).preferences.emailNotifications).toBe(false)
    })

    test('quick taps become one request, and the latest holds', async ({ page, app }) => {
      const reader = await memberWho(app, language)
      const star = await memberWho(app, language)
      await openAs(page, app, reader, `/user/${star.username}`)
      const sent: string[] = []
      await page.route(/\/(follow|unfollow)$/, async (route) => {
        sent.push(route.request().method())
        await new Promise((resolve) => setTimeout(resolve, 800))
        await route.continue()
      })
      const button = followButton(page, language, star.name)
      for (let tap = 0; tap < 4; tap += 1) await button.click()
      await expect.poll(() => sent).toEqual(['POST', 'DELETE'])
      await expect(button).toHaveAttribute('aria-pressed', 'false')
      await expect(page.getByText(fill(toast.unfollowSuccess, star.name))).toBeVisible()
      const { data } = await send(app, 'GET', `/users/${star.username}`, reader.token)
      expect(data.stats.followersCount).toBe(0)
    })
  })
}

test('a long list of followers loads on as one scrolls, in the modal and in the account, in both languages', async ({
  page,
  app,
}) => {
  // 53 people sign up.
  test.slow()
  const star = await memberWho(app, 'en')
  for (let fan = 0; fan < 53; fan += 1) {
    await send(app, 'POST', `/users/${star.username}/follow`, await tokenOf(app, await createMember(app)))
  }
  for (const language of TEST_LANGUAGES) {
    await send(app, 'PUT', '/users/me/preferences', star.token, { contentLanguage: language })
    await openAs(page, app, star, '/account?tab=followers')
    const items = page.getByRole('list', { name: FOLLOWS[language].follows.tab.followers }).getByRole('listitem')
    await expect.poll(() => items.count()).toBeGreaterThanOrEqual(20)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return items.count()
      })
      .toBe(53)
    await page.goto(`/user/${star.username}`)
    await page.getByRole('main').getByRole('button', { name: /^53 / }).click()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await expect(rows).toHaveCount(50)
    const scroller = page.getByRole('dialog').locator('[data-scrolls]')
    expect((await scroller.boundingBox())?.height).toBeLessThanOrEqual(24 * 16)
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows).toHaveCount(53)
  }
})
