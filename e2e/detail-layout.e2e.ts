import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { animatedGif } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, uploadMeme } from './people.ts'

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, y: 0, width: 0, height: 0 }

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const figure = (page: Page) => page.getByRole('dialog').getByRole('figure')

test('no button covers the picture, at any width', async ({ browser, app }) => {
  const member = await signUp(app)
  const meme = await uploadMeme(app, member, { file: { bytes: await animatedGif(), type: 'image/gif' } })
  for (const width of [320, 360, 768, 1280, 1920]) {
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width, height: 800 },
      hasTouch: width < 900,
    })
    const page = await context.newPage()
    await page.goto(`/?view=${meme._id}`)
    await expect(figure(page).getByRole('img')).toBeVisible()
    for (const name of ['Zoom in', 'Pause', 'Close'])
      expect(
        await overlap(page.getByRole('dialog').getByRole('button', { name }), figure(page)),
        `${name}, ${width}`,
      ).toBe(false)
    await context.close()
  }
})

test.describe('a meme that a list knows', () => {
  test.use({ expectedErrors: [/503/] })

  test('is shown although its own call fails', async ({ page, app }) => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, member, { name: 'Known from the grid', width: 600, height: 400 })
    await signInAs(page, member)
    let failed = 0
    await page.route(`**/api/meme/${meme._id}`, (route) => {
      failed += 1
      return route.fulfill({ status: 503, json: { success: false, message: '', code: 'x' } })
    })
    await page.goto(`/user/${member.username}`)
    await page.getByRole('article', { name: meme.name }).getByRole('link').click()
    // Retried twice, each time after a longer wait.
    await expect.poll(() => failed, { timeout: 20_000 }).toBe(3)
    await expect(page.getByRole('dialog', { name: meme.name })).toBeVisible()
    await expect(figure(page).getByRole('img')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Like', exact: true })).toBeVisible()
  })
})
