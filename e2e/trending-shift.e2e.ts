import type { Meme } from '#contract/memes/memes.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { sumLayoutShifts } from './layout-shifts.ts'
import { uploadMeme } from './people.ts'
import { test } from './small-site.ts'
import { answerTrending } from './trending-lists.ts'

const GOAL = 0.02

test('trending pages do not shift while their lists and pictures load', async ({ page, app }) => {
  const creator = await signUp(app)
  const memes: Meme[] = []
  for (const ratio of [0.6, 1.4, 1, 0.8, 1.2])
    memes.push(await uploadMeme(app, creator, { width: 500, height: 500 * ratio }))
  await answerTrending(page, memes)
  await sumLayoutShifts(page)
  for (const path of ['/trending', '/trending-users'])
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      await expect(page.locator('ol[aria-label*="24 hours"] > li')).toHaveCount(5)
      await page.waitForLoadState('networkidle')
      expect(Number(await page.evaluate(() => window.name)), `${path} at ${width} px`).toBeLessThan(GOAL)
    }
})
