import type { Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { test } from './small-site.ts'

test.use({ expectedErrors: [/net::ERR_FAILED|Failed to fetch dynamically imported module/] })

/** Positions of the controls above the feed, which differs with each visit; its first tiles; and the stylesheets in use. */
async function stateOf(page: Page) {
  // The parts of the meme modal load when the pointer moves.
  await page.mouse.move(2, 2)
  await page.mouse.move(1, 1)
  return page.evaluate(() => ({
    controls: [...document.querySelectorAll('#root :is(header, main) :is(a, button, input):not(article *)')].map(
      (control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        return [control.tagName, control.getAttribute('aria-label'), x, y, width, height].join(' ')
      },
    ),
    tiles: [...document.querySelectorAll('article:has([data-shown])')].slice(0, 4).map((tile) => {
      const { x, y, width } = tile.getBoundingClientRect()
      return [x, y, width].join(' ')
    }),
    // A stylesheet that failed to load is empty.
    styles: [...document.styleSheets].map(({ href, cssRules }) => `${href} ${cssRules.length}`).toSorted(),
  }))
}

test('the home page is complete after any of its scripts or stylesheets fails once', async ({ page, gallery }) => {
  test.setTimeout(240_000)
  expect(gallery.memes.length).toBeGreaterThan(10)
  const assets = new Set<string>()
  const note = (url: string) => /\/assets\/[^/]+\.(js|css)$/.test(url) && assets.add(url)
  page.on('request', (request) => note(request.url()))
  await page.goto('/')
  await expect(page.locator('[data-shown]').nth(3)).toBeAttached({ timeout: 30_000 })
  await stateOf(page)
  await page.waitForLoadState('networkidle')
  const complete = await stateOf(page)
  expect(complete.tiles).toHaveLength(4)
  expect(complete.styles.length).toBeGreaterThan(3)
  for (const asset of assets) {
    await page.route(asset, (route) => route.abort(), { times: 1 })
    await page.goto('/', { waitUntil: 'commit' })
    await expect
      .poll(() => stateOf(page).catch(() => null), { message: `without ${asset}`, timeout: 30_000 })
      .toEqual(complete)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})
