import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { bigFeed } from './big-feed.ts'
import { signInAs, uploadMeme } from './people.ts'

test.use({ expectedErrors: [/503/] })

const tiles = (page: Page) => page.getByRole('feed').getByRole('article')

/** Members request their feed; visitors get the first page with the document. */
async function memberWithMemes(app: AppProcess, count: number): Promise<Session> {
  const member = await signUp(app)
  for (let index = 0; index < count; index += 1) await uploadMeme(app, member)
  return member
}

/** Lets the application process pending events, independent of the page's clock. */
const handleEvents = (page: Page) =>
  page.evaluate(async () => {
    for (let task = 0; task < 4; task += 1)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(task)
      })
  })

test('pages load after scrolling stops, fail, are tried again, and end', async ({ page, app }) => {
  test.setTimeout(180_000)
  await test.step('a search with an open meme', async () => {
    const member = await signUp(app)
    const meme = await uploadMeme(app, member, { name: 'Peculiar walrus' })
    await page.goto(`/?search=walrus&view=${meme._id}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Peculiar walrus' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/\?search=walrus$/)
    await expect(page.getByRole('article', { name: 'Peculiar walrus' })).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeVisible()
    await page.goForward()
    await expect(dialog).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: 'Get back' }).first().click()
    await expect(page).toHaveURL(`${app.url}/`)
  })
  const member = await memberWithMemes(app, 2)
  await signInAs(page, member)
  await test.step('the end of the list', async () => {
    await bigFeed(page, app, { memes: 100 })
    await page.goto('/')
    await expect(tiles(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to top' })).toBeHidden()
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        return page.getByText("You've seen everything").isVisible()
      })
      .toBe(true)
    await page.getByRole('button', { name: 'Back to top' }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })
  await test.step('wait for the scroll to stop', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.clock.install()
    const feed = await bigFeed(page, app, { memes: 300 })
    await page.goto('/')
    await expect(tiles(page).first()).toBeVisible()
    await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
    const before = feed.requests()
    // From here on the page's clock is paused; frames and scrolling are not.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const scrollTo = (fromBottom: number) =>
      page.evaluate(
        (left) =>
          new Promise((done) => {
            window.addEventListener('scroll', done, { once: true })
            window.scrollTo(0, document.documentElement.scrollHeight - window.innerHeight - left)
          }),
        fromBottom,
      )
    await scrollTo(520)
    await page.clock.runFor(1000)
    await scrollTo(480)
    await page.clock.runFor(150)
    // Still scrolling: the wait starts again.
    await scrollTo(470)
    await page.clock.runFor(190)
    expect(feed.requests()).toBe(before)
    await page.clock.runFor(10)
    await expect.poll(feed.requests).toBe(before + 1)
  })
  await test.step('debounce reloads', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.clock.resume()
    const feed = await bigFeed(page, app, { memes: 40 })
    await page.goto('/')
    await expect(tiles(page).first()).toBeVisible()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const before = feed.requests()
    const home = page.getByRole('link', { name: 'Home' })
    await home.click()
    // The first request starts as soon as the page's clock runs.
    await page.clock.runFor(20)
    await expect.poll(feed.requests).toBe(before + 1)
    for (let press = 0; press < 3; press += 1) {
      await page.clock.runFor(100)
      await home.click()
      await handleEvents(page)
    }
    await page.clock.runFor(280)
    expect(feed.requests()).toBe(before + 1)
    await page.clock.runFor(50)
    await expect.poll(feed.requests).toBe(before + 2)
    await page.clock.runFor(2000)
    expect(feed.requests()).toBe(before + 2)
  })
  await test.step('a failed page', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.clock.resume()
    const feed = await bigFeed(page, app, { memes: 120 })
    feed.failAfter(1)
    await page.goto('/')
    await expect(tiles(page).first()).toBeVisible()
    const retry = page.getByRole('button', { name: 'Try again' })
    // The list reaches its full height shortly after its first tile, so continue scrolling as a person would.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(retry).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 20_000 })
    const before = feed.requests()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    // Longer than the wait before a page is requested.
    await page.clock.runFor(1000)
    await handleEvents(page)
    expect(feed.requests()).toBe(before)
    feed.failAfter(Number.POSITIVE_INFINITY)
    await retry.click()
    await expect.poll(feed.requests).toBeGreaterThan(before)
    await expect(retry).toBeHidden()
  })
})

test.describe('a long list', () => {
  // The server has no detail pages for the fake memes.
  test.use({ expectedErrors: [/404/] })

  test('2,000 memes: few tiles in the page, nothing jumps, and the scroll position is restored', async ({
    page,
    app,
  }) => {
    test.setTimeout(300_000)
    const member = await memberWithMemes(app, 6)
    await signInAs(page, member)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) window.name = String(Number(window.name || 0) + entry.value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const feed = await bigFeed(page, app, { memes: 2000 })
    await page.goto('/')
    await expect(tiles(page).first()).toBeVisible()
    let most = 0
    while (feed.sent() < 2000) {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      most = Math.max(most, await tiles(page).count())
    }
    expect(most).toBeLessThanOrEqual(150)
    expect(Number((await page.evaluate(() => window.name)) || 0)).toBeLessThanOrEqual(0.02)

    // Scrolls to the middle, beyond the thousandth meme.
    await page.evaluate(() => window.scrollTo(0, Math.round(document.documentElement.scrollHeight * 0.6)))
    const inSight = () =>
      page.evaluate(() => {
        const seen = [...document.querySelectorAll('[role="feed"] article')]
          .map((tile) => ({ tile, top: tile.getBoundingClientRect().top }))
          .filter(({ top }) => top > 100 && top < 500)
          .sort((one, other) => one.top - other.top)[0]
        return { id: seen?.tile.getAttribute('aria-labelledby') ?? '', top: seen?.top ?? 0 }
      })
    await expect.poll(async () => (await inSight()).id).not.toBe('')
    const topOf = (id: string) =>
      page.evaluate((label) => document.querySelector(`[aria-labelledby="${label}"]`)?.getBoundingClientRect().top, id)
    const stays = async (anchor: { id: string; top: number }) => {
      await expect.poll(() => topOf(anchor.id)).toBeDefined()
      expect(Math.abs(((await topOf(anchor.id)) ?? Number.NaN) - anchor.top)).toBeLessThanOrEqual(4)
    }

    const anchor = await inSight()
    await page.reload()
    await stays(anchor)
    await page.getByRole('link', { name: 'My memes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My memes' })).toBeVisible()
    await page.goBack()
    await stays(anchor)
    await page.locator(`[aria-labelledby="${anchor.id}"] a`).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await stays(anchor)
  })
})
