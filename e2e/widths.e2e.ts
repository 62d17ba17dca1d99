import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { uploadMeme } from './people.ts'

const HEIGHT = 800
/** Window width and number of columns, as in the specification's table. */
const COLUMNS = [
  [360, 2],
  [768, 2],
  [1280, 4],
  [1920, 6],
] as const

test('the grid has as many columns as the width allows, and a button back up after 300 px', async ({ page, app }) => {
  const member = await signUp(app)
  for (let index = 0; index < 8; index += 1) await uploadMeme(app, member, { width: 300, height: 700 })
  await page.goto('/')
  const tiles = page.getByRole('article')
  await expect(tiles.first()).toBeVisible()
  for (const [width, columns] of COLUMNS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const lefts = () => tiles.evaluateAll((all) => [...new Set(all.map((tile) => tile.getBoundingClientRect().left))])
    await expect.poll(async () => (await lefts()).length).toBe(columns)
  }

  await page.setViewportSize({ width: 500, height: 600 })
  await page.goto(`/user/${member.username}`)
  await expect(tiles.first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Back to top' })
  await page.evaluate(() => window.scrollTo(0, 299))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(299)
  await expect(button).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 320))
  await button.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(button).toHaveCount(0)
})
