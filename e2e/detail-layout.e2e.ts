import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { animatedGif } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { uploadMeme } from './people.ts'

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
