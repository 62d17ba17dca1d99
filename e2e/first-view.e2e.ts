import type { Browser, Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { holdScripts } from './hold-requests.ts'
import { sumLayoutShifts } from './layout-shifts.ts'
import { signInAs, signOut } from './people.ts'
import { test } from './small-site.ts'
import { hasTypefaces } from './typefaces.ts'

test.use({ expectedErrors: [/401/] })

const PAINTED = '.first-tile'

/** A window of this width; a phone if it is narrow. */
function contextOf(browser: Browser, baseURL: string, width: number) {
  const isMobile = width < 768
  return browser.newContext({ baseURL, viewport: { width, height: 800 }, isMobile, hasTouch: isMobile })
}

/** Positions of the grid's pictures, in order; either in the application or in the first paint. */
const placesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { x, y, width, height } = tile.getBoundingClientRect()
      return { x, y, width, height, picture: tile.querySelector('img')?.currentSrc, href: tile.getAttribute('href') }
    }),
  )

test('visitors see lists painted before any script, where the application will show them', async ({
  page,
  browser,
  app,
  gallery,
}) => {
  test.setTimeout(180_000)
  expect(gallery.memes.length).toBeGreaterThan(10)
  await test.step('pictures load before the scripts, which load together, and each once', async () => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { url: string })[]) window.name = entry.url
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const { requested, letThrough, pictures } = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => page.locator(PAINTED).count()).toBeGreaterThan(3)
    await page.locator('//noscript[contains(., "needs JavaScript")]').waitFor({ state: 'attached' })
    const painted = await page.locator(PAINTED).count()
    await expect.poll(() => new Set(pictures()).size).toBeGreaterThanOrEqual(painted)
    await expect(page.getByRole('article')).toHaveCount(0)
    const scripts = () => new Set(requested.filter((path) => /\/assets\/(index|home|texts)[^/]*\.js$/.test(path)))
    await expect.poll(() => scripts().size).toBe(3)
    const before = scripts()
    // The document's own field, which the application replaces.
    await page.getByRole('searchbox').fill('wal')
    const [first = ''] = before
    expect(requested.indexOf(first)).toBeGreaterThan(requested.indexOf(pictures().at(-1) ?? ''))

    letThrough()
    await expect(page.locator('[data-shown]').nth(painted - 1)).toBeAttached()
    await expect(page.getByRole('combobox')).toHaveValue('wal')
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    expect(pictures()).toHaveLength(new Set(pictures()).size)
    // No script waited for another.
    expect(scripts()).toEqual(before)
    expect(requested.filter((path) => path.startsWith('/api/recommendation-feed'))).toEqual([])
    await expect.poll(() => page.evaluate(() => window.name)).toContain('/media/')
    expect(pictures()).toContain(new URL(await page.evaluate(() => window.name)).pathname)
  })
  await test.step('a search without any script', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const { letThrough: end } = await holdScripts(page)
    await page.goto('/trending', { waitUntil: 'commit' })
    await page.getByRole('searchbox').fill('walrus')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/?search=walrus')
    await expect(page.getByRole('searchbox')).toHaveValue('walrus')
    end()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('the feed at each width', async () => {
    for (const width of [360, 768, 1280, 1920]) {
      const context = await contextOf(browser, app.url, width)
      const page = await context.newPage()
      await sumLayoutShifts(page)
      const { letThrough } = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      const shown = (all: HTMLImageElement[]) => all.length > 2 && all.every(({ naturalWidth }) => naturalWidth > 0)
      await expect.poll(() => page.locator(`${PAINTED} img`).evaluateAll(shown)).toBe(true)
      await expect(page.getByText('one click copies')).toBeVisible()
      const painted = await placesOf(page, PAINTED)
      letThrough()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(page.getByText('one click copies')).toBeVisible()
      await expect(page.locator(PAINTED)).toHaveCount(0)
      await expect
        .poll(async () => (await placesOf(page, 'article [data-tile]')).slice(0, painted.length))
        .toEqual(painted)
      await expect(page.locator('[data-shown]').nth(painted.length - 1)).toBeAttached()
      expect(Number(await page.evaluate(() => window.name))).toBeLessThan(0.02)
      await context.close()
    }
  })
  await test.step('search and trending pages', async () => {
    for (const [width, language] of [
      [360, 'vi'],
      [1280, 'en'],
    ] as const) {
      const context = await contextOf(browser, app.url, width)
      const page = await context.newPage()
      for (const [address, call] of [
        ['/?search=walrus', 'vector-search/text'],
        ['/trending', 'period=24h'],
        ['/trending-users', 'timeFrame=24h'],
      ] as const) {
        const { requested, letThrough } = await holdScripts(page)
        await page.goto(`${address}${address.includes('?') ? '&' : '?'}lng=${language}`, { waitUntil: 'commit' })
        await expect(page.locator('.first-bar')).toHaveCount(1)
        const shown = (all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)
        await expect.poll(() => page.locator('#root img').evaluateAll(shown)).toBe(true)
        // Until its typeface has loaded, the button before the heading is slightly wider.
        await expect.poll(() => page.evaluate(hasTypefaces)).toBe(true)
        const painted = { title: await titleOf(page), tiles: await placesOf(page, PAINTED) }
        if (address.includes('search')) expect(painted.tiles.length).toBeGreaterThan(3)
        letThrough()
        await expect(page.locator('.first-bar')).toHaveCount(0)
        await expect.poll(() => titleOf(page), address).toEqual(painted.title)
        await expect
          .poll(async () => (await placesOf(page, 'article [data-tile]')).slice(0, painted.tiles.length))
          .toEqual(painted.tiles.map((tile) => ({ ...tile, href: expect.stringContaining('view=') })))
        await page.waitForLoadState('networkidle')
        expect(requested.filter((url) => url.startsWith('/api/') && url.includes(call))).toEqual([])
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      await context.close()
    }
  })
})

test('a first view paints nothing that the application removes, and loads the feed of a member once', async ({
  page,
  app,
  gallery,
}) => {
  test.setTimeout(120_000)
  expect(gallery.memes.length).toBeGreaterThan(10)
  await test.step('the language of the address also applies to the next page', async () => {
    const { letThrough } = await holdScripts(page)
    await page.goto('/?lng=vi', { waitUntil: 'commit' })
    await page.locator('//noscript[contains(., "needs JavaScript")]').waitFor({ state: 'attached' })
    await page.goto('/trending', { waitUntil: 'commit' })
    letThrough()
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
    await page.goto('/?lng=xx')
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
  })
  await test.step('nothing is painted and removed again', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    await expect(page.locator('[data-shown]').first()).toBeVisible()
    await page.mouse.wheel(0, 900)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600)

    const bar = page.locator('.first-bar')
    const { requested, letThrough } = await holdScripts(page)
    const standing = async (action: Promise<unknown>) => {
      await action
      // The painting script has run once the text after it has been parsed.
      await page.locator('//noscript[contains(., "needs JavaScript")]').waitFor({ state: 'attached' })
      return bar.count()
    }
    expect(await standing(page.reload({ waitUntil: 'commit' }))).toBe(0)
    for (const address of ['/?cat=work', '/?tab=new', '/?search=%00', '/login'])
      expect(await standing(page.goto(address, { waitUntil: 'commit' })), address).toBe(0)
    expect(await standing(page.goto('/?lng=vi', { waitUntil: 'commit' }))).toBe(1)
    const feeds = () => requested.filter((path) => path.startsWith('/api/recommendation-feed'))
    await signInAs(page, await signUp(app))
    for (const address of ['/?search=cat', '/?cat=work', '/?tab=new', '/trending', '/trending-users', '/login'])
      expect(await standing(page.goto(address, { waitUntil: 'commit' })), address).toBe(0)
    expect(feeds()).toEqual([])
    await page.goto('/', { waitUntil: 'commit' })
    await expect(bar).toHaveCount(1)
    letThrough()
  })
  await test.step('the feed of a member', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // A file without the application: the previous document may still request pictures.
    await page.goto('/robots.txt')
    const member = await signUp(app)
    await signInAs(page, { ...member, preferences: { ...member.preferences, contentLanguage: 'vi' } })
    const { requested, letThrough, pictures } = await holdScripts(page)
    let answerFeed = () => {}
    const feedAnswered = new Promise<void>((resolve) => {
      answerFeed = resolve
    })
    const feeds: Record<string, string>[] = []
    await page.route('**/api/recommendation-feed*', async (route) => {
      feeds.push(route.request().headers())
      await feedAnswered
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => requested.some((path) => path.includes('texts-vi'))).toBe(true)
    await expect.poll(() => feeds.length).toBe(1)
    expect(feeds[0]).toMatchObject({
      authorization: `Bearer ${member.authentication.token}`,
      'accept-language': 'vi,en;q=0.8',
    })
    // The document has the visitors' feed, not the member's, so its pictures are not fetched.
    expect(pictures()).toEqual([])

    answerFeed()
    const shown = (all: HTMLImageElement[]) => all.length > 2 && all.every(({ naturalWidth }) => naturalWidth > 0)
    await expect.poll(() => page.locator(`${PAINTED} img`).evaluateAll(shown)).toBe(true)
    const painted = await placesOf(page, PAINTED)
    letThrough()
    await expect(page.locator(PAINTED)).toHaveCount(0)
    await expect
      .poll(async () => (await placesOf(page, 'article [data-tile]')).slice(0, painted.length))
      .toEqual(painted)
    await expect(page.locator('[data-shown]').nth(painted.length - 1)).toBeAttached()
    expect(feeds).toHaveLength(1)
    expect(pictures()).toHaveLength(new Set(pictures()).size)
  })
  await test.step('an expired session opens the login page with one call', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signOut(page)
    const member = await signUp(app)
    // A file without the application, which would detect the expired session before the page under test.
    await page.goto('/robots.txt')
    await page.evaluate(
      ([record]) => {
        localStorage.setItem('token', 'over')
        localStorage.setItem('authen', record ?? '')
      },
      [JSON.stringify({ ...member, authentication: undefined })],
    )
    const feeds: string[] = []
    page.on('request', (request) => {
      if (request.headers().authorization && request.url().includes('recommendation-feed')) feeds.push(request.url())
    })
    await page.goto('/')
    await expect(page).toHaveURL('/login')
    expect(feeds).toHaveLength(1)
  })
})

/** Text and position of the page's heading. */
const titleOf = (page: Page) =>
  page
    .locator('h1')
    .first()
    .evaluate((title) => {
      const { x, y, width } = title.getBoundingClientRect()
      return { text: title.textContent, x, y, width }
    })
