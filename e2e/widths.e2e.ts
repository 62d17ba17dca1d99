import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, speaking, uploadMeme } from './people.ts'

const HEIGHT = 800
/** Window width and number of columns, as in the specification's table. */
const COLUMNS = [
  [360, 2],
  [768, 2],
  [1280, 4],
  [1920, 6],
] as const

/** The number of pixels by which the page exceeds the window's right edge. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('the grid has as many columns as the width allows, and no screen is wider than its window', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  const member = await signUp(app)
  for (let index = 0; index < 7; index += 1) await uploadMeme(app, member, { width: 300, height: 200 })
  const meme = await uploadMeme(app, member, { name: 'A name without a gap'.replaceAll(' ', 'x').repeat(4) })
  await signInAs(page, member)
  const wrong: string[] = []
  for (const [width, columns] of COLUMNS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.goto('/')
    const lefts = () =>
      page
        .getByRole('article')
        .evaluateAll((tiles) => [...new Set(tiles.map((tile) => tile.getBoundingClientRect().left))])
    await expect.poll(async () => (await lefts()).length).toBe(columns)
    for (const path of [
      '/',
      `/?view=${meme._id}`,
      '/my-meme?tab=uploadedByMe',
      '/history',
      '/trending',
      '/trending-users',
      '/account',
      '/bulk-upload',
      `/user/${member.username}`,
      '/privacy-policy',
      '/login',
    ]) {
      await page.goto(path)
      await page.locator('h1, [role="dialog"], [role="article"]').first().waitFor({ state: 'attached' })
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const beyond = await overflow(page)
      if (beyond > 0) wrong.push(`${path} at ${width}: ${beyond} px`)
    }
  }
  expect(wrong).toEqual([])
})

test('in Vietnamese, whose words are longer, no screen is wider than the narrowest phone', async ({ page, app }) => {
  test.setTimeout(120_000)
  const member = await speaking(app, await signUp(app), 'vi')
  const meme = await uploadMeme(app, member, { width: 300, height: 200 })
  await signInAs(page, member)
  await page.setViewportSize({ width: 320, height: 568 })
  const wrong: string[] = []
  for (const path of [
    '/',
    `/?view=${meme._id}`,
    `/?search=${meme.name}`,
    '/my-meme?tab=uploadedByMe',
    '/my-meme?tab=album',
    '/history',
    '/notifications',
    '/trending',
    '/trending-users',
    '/templates',
    '/create',
    `/create?meme=${meme._id}`,
    '/account',
    '/account?tab=password',
    '/account?tab=preferences',
    '/bulk-upload',
    `/user/${member.username}`,
    '/rules',
    '/register',
    '/forgot-password',
  ]) {
    await page.goto(path)
    await page.locator('h1, [role="dialog"], [role="article"]').first().waitFor({ state: 'attached' })
    if (path.startsWith('/create?')) await page.getByRole('application').waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const beyond = await overflow(page)
    if (beyond > 0) wrong.push(`${path}: ${beyond} px`)
  }
  expect(wrong).toEqual([])
})

test('the button back up appears after 300 px and not before', async ({ page, app }) => {
  const member = await signUp(app)
  for (let index = 0; index < 6; index += 1) await uploadMeme(app, member, { width: 300, height: 700 })
  await page.setViewportSize({ width: 500, height: 600 })
  await page.goto(`/user/${member.username}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Back to top' })
  await page.evaluate(() => window.scrollTo(0, 299))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(299)
  await expect(button).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 320))
  await button.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(button).toHaveCount(0)
})
