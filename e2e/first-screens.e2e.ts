import type { Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { holdScripts } from './hold-requests.ts'
import { sumLayoutShifts } from './layout-shifts.ts'
import { uploadMeme } from './people.ts'
import { test } from './small-site.ts'
import { hasTypefaces } from './typefaces.ts'

/** Texts and pictures in sight that scripts and the application both paint, by position. */
const paintedOn = (page: Page) =>
  page.locator('#root').evaluate((root) => {
    const found: Record<string, { x: number; y: number }> = {}
    for (const each of root.querySelectorAll<HTMLElement>('h1, h2, p, .first-tile img, [data-tile] img, li img')) {
      const { x, y, width } = each.getBoundingClientRect()
      if (width === 0 || y > innerHeight || y < 0) continue
      const name = each instanceof HTMLImageElement ? each.currentSrc : `${each.tagName} ${each.textContent}`
      found[name] = { x: Math.round(x), y: Math.round(y) }
    }
    return found
  })

test('screens are painted before any script, where the application will show them', async ({
  browser,
  app,
  gallery,
}) => {
  test.setTimeout(300_000)
  const tags = Array.from({ length: 8 }, (_, index) => `#walrusneighbor${index}`).join(' ')
  const tagged = await uploadMeme(app, await signUp(app), { name: 'Tagged', description: `#walrusroom ${tags}` })
  expect(tagged.tag.length).toBeGreaterThan(4)
  const { username } = gallery.creator
  for (const [address, calls, least] of [
    [`/user/${username}`, ['users/', 'meme/user/'], 4],
    ['/tag/walrusroom', ['tags/', 'recommendation-feed'], 2],
    ['/templates', ['templates'], 0],
    ['/create', ['templates'], 2],
    ['/login', ['config'], 2],
    ['/register', ['config'], 3],
    ['/about', ['config'], 4],
  ] as const)
    for (const [width, language] of [
      [360, 'vi'],
      [1280, 'en'],
    ] as const)
      await test.step(`${address} at ${width} pixels`, async () => {
        const isMobile = width < 768
        const context = await browser.newContext({
          baseURL: app.url,
          viewport: { width, height: 800 },
          serviceWorkers: 'block',
          isMobile,
          hasTouch: isMobile,
        })
        const page = await context.newPage()
        await sumLayoutShifts(page)
        const { requested, letThrough } = await holdScripts(page)
        await page.goto(`${address}?lng=${language}`, { waitUntil: 'commit' })
        const title = page.locator('#root h1')
        if (least > 0) await expect(title).toBeVisible()
        const shown = (all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)
        await expect.poll(() => page.locator('#root img').evaluateAll(shown)).toBe(true)
        if (least > 0) await expect.poll(() => page.evaluate(hasTypefaces)).toBe(true)
        const painted = await paintedOn(page)
        expect(Object.keys(painted).length).toBeGreaterThanOrEqual(least)

        letThrough()
        await expect(page.locator('.first-bar')).toHaveCount(0)
        await expect(page.locator('[class*="logo"] svg, header button').first()).toBeVisible()
        // Typefaces that load later may move a text by a pixel.
        const moved = async () => {
          const now = await paintedOn(page)
          return Object.entries(painted).filter(
            ([name, { x, y }]) => Math.hypot((now[name]?.x ?? Infinity) - x, (now[name]?.y ?? Infinity) - y) > 2,
          )
        }
        await expect.poll(moved).toEqual([])
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        // A centered form moves when its typefaces load, so only its final position is compared.
        if (least > 0 && !['/login', '/register', '/about'].includes(address))
          expect(Number(await page.evaluate(() => window.name))).toBeLessThan(0.02)
        for (const call of least > 0 ? calls : [])
          expect(
            requested.filter((url) => url.startsWith(`/api/${call}`) && !url.endsWith('/albums')),
            call,
          ).toEqual([])
        await context.close()
      })
})
