import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { createMember, logIn, type Person } from '#test/sign-up.ts'
import followsVi from '#web/locales/vi/follows.json' with { type: 'json' }
import followToastVi from '#web/locales/vi/followToast.json' with { type: 'json' }
import modalVi from '#web/locales/vi/modal.json' with { type: 'json' }
import { openAs, TEXTS } from './members.ts'
import { holdToasts } from './toasts.ts'

test.use({ locale: 'vi-VN', expectedErrors: [/503|Failed to load resource/] })

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
  profile?: { displayName: string; bio?: string },
): Promise<Person & { token: string; name: string }> {
  const member = await createMember(app)
  const token = await tokenOf(app, member)
  await send(app, 'PUT', '/users/me/preferences', token, { contentLanguage: 'vi' })
  if (profile) await send(app, 'PUT', '/users/me/profile', token, profile)
  return { ...member, token, name: profile?.displayName ?? member.username }
}

const followButton = (page: Page, name: string) =>
  page.getByRole('button', {
    name: new RegExp(`^(${followsVi.follow}|${followsVi.followBack}|${followsVi.following}) ${name}$`),
  })

const fill = (text: string, name: string) => text.replace('{{name}}', name)

test('a visitor follows after logging in, and a follow shows on every screen', async ({ page, app }) => {
  test.setTimeout(120_000)
  await holdToasts(page)
  await test.step('follow as a visitor', async () => {
    const [star, person] = [await memberWho(app), await createMember(app)]
    await page.goto(`/user/${star.username}`)
    await followButton(page, star.name).click()
    const { account, common } = TEXTS.vi
    const name = 'Vui lòng đăng nhập để tiếp tục'
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
  await test.step('follow on a profile', async () => {
    const reader = await memberWho(app)
    const star = await memberWho(app, { displayName: 'Mèo Lười', bio: 'Hà Nội' })
    await openAs(page, app, reader, `/user/${star.username}`)
    const button = followButton(page, star.name)
    await expect(button).toHaveText(new RegExp(followsVi.follow))
    await button.click()
    await expect(page.getByText(fill(followToastVi.followSuccess, star.name))).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(button).toHaveText(new RegExp(followsVi.following))

    await page.getByRole('main').getByRole('button', { name: /^1 / }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('tab', { name: `${followsVi.tab.followers} 1` })).toBeVisible()
    await expect(dialog.getByText(`@${reader.username}`)).toBeVisible()
    await dialog.getByRole('tab', { name: new RegExp(`^${followsVi.tab.following}`) }).click()
    await expect(dialog.getByText(modalVi.following.empty)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await page.goto('/account?tab=following')
    await expect(page.getByRole('tab', { name: `${followsVi.tab.following} 1` })).toBeVisible()
    await followButton(page, star.name).click()
    await expect(page.getByRole('tab', { name: `${followsVi.tab.following} 0` })).toBeVisible()
    await expect(page.getByText(followsVi.own.noFollowing)).toBeVisible()
    await expect(page.getByText(fill(followToastVi.unfollowSuccess, star.name))).toBeVisible()
    await page.reload()
    await expect(page.getByText(followsVi.own.noFollowing)).toBeVisible()
  })
  await test.step('a long username ends before the button in a narrow list', async () => {
    const star = await createMember(app, { username: `goose.on.the.loose${Date.now().toString(36)}` })
    const reader = await memberWho(app)
    await send(app, 'POST', `/users/${star.username}/follow`, reader.token)
    await page.setViewportSize({ width: 360, height: 740 })
    await openAs(page, app, reader, '/account?tab=following')
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `@${star.username}` })
    const button = row.getByRole('button', { name: /^Đang theo dõi/ })
    await expect(button).toBeVisible()
    const [name, box] = [await row.getByText(`@${star.username}`).boundingBox(), await button.boundingBox()]
    if (!name || !box) throw new Error('a name and a button')
    expect(name.x + name.width).toBeLessThanOrEqual(box.x)
  })
})

test('followers are searched, removed and loaded in pages', async ({ page, app }) => {
  test.setTimeout(120_000)
  await holdToasts(page)
  await test.step('search and remove', async () => {
    const star = await memberWho(app)
    const mai = await memberWho(app, { displayName: 'Nguyễn Thị Mái', bio: 'Đà Nẵng' })
    const bob = await memberWho(app, { displayName: 'Bob Builder' })
    for (const { token } of [mai, bob]) await send(app, 'POST', `/users/${star.username}/follow`, token)
    await openAs(page, app, star, '/account?tab=followers')
    await expect(page.getByRole('tab', { name: `${followsVi.tab.followers} 2` })).toBeVisible()
    const list = page.getByRole('list', { name: followsVi.tab.followers })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const search = page.getByRole('searchbox', { name: followsVi.own.search })
    await search.fill('da nang')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByRole('link', { name: 'Nguyễn Thị Mái' })).toBeVisible()
    await search.fill('nobody at all')
    await expect(page.getByText(followsVi.own.noMatch.replace('{{text}}', 'nobody at all'))).toBeVisible()
    await search.fill('')

    const row = list.getByRole('listitem').filter({ hasText: 'Bob Builder' })
    await row.getByRole('button', { name: followsVi.own.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: followsVi.own.keep }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await row.getByRole('button', { name: followsVi.own.remove }).click()
    await dialog.getByRole('button', { name: followsVi.own.remove }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('tab', { name: `${followsVi.tab.followers} 1` })).toBeVisible()
    await expect(page.getByText(fill(followToastVi.removeSuccess, 'Bob Builder'))).toBeVisible()
    const left = await send(app, 'GET', `/users/${bob.username}/following`, bob.token)
    expect(left.totalCount).toBe(0)
  })
  await test.step('load more by scrolling', async () => {
    const star = await memberWho(app)
    await answerFollowers(page, 53)
    await openAs(page, app, star, '/account?tab=followers')
    const items = page.getByRole('list', { name: followsVi.tab.followers }).getByRole('listitem')
    await expect.poll(() => items.count()).toBeGreaterThanOrEqual(20)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return items.count()
      })
      .toBe(53)
    await page.goto(`/user/${star.username}`)
    await page.getByRole('main').getByRole('button', { name: /^0 / }).first().click()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await expect(rows).toHaveCount(50)
    const scroller = page.getByRole('dialog').locator('[data-scrolls]')
    expect((await scroller.boundingBox())?.height).toBeLessThanOrEqual(24 * 16)
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rows).toHaveCount(53)
  })
})

/** Answers requests for followers with this many people, in pages. */
async function answerFollowers(page: Page, total: number): Promise<void> {
  await page.route('**/api/users/*/followers*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(total, from + Number(query.get('limit')))
    const data = Array.from({ length: to - from }, (_, index) => ({
      _id: `0190b1a2-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
      username: `fan.${from + index}`,
      displayName: `Fan ${from + index}`,
      ...{ bio: '', avatar: null, followersCount: 0, isFollowing: false, isFollowedBy: true },
      followedAt: '2026-01-01T00:00:00.000Z',
    }))
    const nextCursor = to < total ? String(to) : null
    return route.fulfill({
      json: { success: true, data, hasNextPage: to < total, nextCursor, totalCount: total },
    })
  })
}
