import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { bigFeed, manyMemes } from './big-feed.ts'
import { signInAs, uploadMeme } from './people.ts'

const MEMES = 90

interface ScrollAnchor {
  id: string
  top: number
}

/** The upper edge of a tile in the middle of the window. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('[role="feed"] article')]
      .map((tile) => ({ id: tile.getAttribute('aria-labelledby') ?? '', top: tile.getBoundingClientRect().top }))
      .filter(({ top }) => top > 100 && top < 600)
    return seen[0]
  })

/**
 * Scrolls a list and returns what is then in view. Finds the list by its name: the URL changes before the screen does, so
 * otherwise the previous list might be scrolled.
 */
async function scrollTo(page: Page, list: string | RegExp, px: number): Promise<ScrollAnchor> {
  await expect(page.getByRole('feed', { name: list })).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(px + 1600)
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), px)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(px)
  await expect.poll(() => inSight(page)).toBeDefined()
  return (await inSight(page)) ?? { id: '', top: Number.NaN }
}

async function expectAnchor(page: Page, address: string | RegExp, { id, top }: ScrollAnchor): Promise<void> {
  await expect(page).toHaveURL(address)
  const off = () =>
    page.evaluate(
      ([label, before]) => {
        const tile = document.querySelector(`[aria-labelledby="${label}"]`)
        return tile ? Math.abs(tile.getBoundingClientRect().top - Number(before)) : Number.POSITIVE_INFINITY
      },
      [id, top],
    )
  await expect.poll(off, `${address}`).toBeLessThanOrEqual(4)
}

interface Visit {
  address: string | RegExp
  anchor: ScrollAnchor
}

/** A member with long lists: of the feed, searches and own memes. */
async function readerOfLongLists(page: Page, app: AppProcess): Promise<Session> {
  const member = await signUp(app)
  for (const ratio of [0.6, 1, 1.3]) await uploadMeme(app, member, { width: 400, height: 400 * ratio })
  await signInAs(page, member)
  await bigFeed(page, app, { memes: 400 })
  const last = { success: true, data: await manyMemes(app, MEMES), hasNext: false, nextCursor: null }
  for (const address of ['vector-search/text*', 'meme/user/*', 'user/meme/frequent/*'])
    await page.route(`**/api/${address}`, (route) => route.fulfill({ json: last }))
  return member
}

async function back(page: Page, visits: readonly Visit[]): Promise<void> {
  for (const { address, anchor } of visits.toReversed().slice(1)) {
    await page.goBack()
    await expectAnchor(page, address, anchor)
  }
}

async function forward(page: Page, visits: readonly Visit[]): Promise<void> {
  for (const { address, anchor } of visits.slice(1)) {
    await page.goForward()
    await expectAnchor(page, address, anchor)
  }
}

test('back and forward restore the scroll position of each list, also with reduced motion', async ({ page, app }) => {
  test.setTimeout(120_000)
  const { username } = await readerOfLongLists(page, app)
  await test.step('with animations', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const visits: Visit[] = []
    const visit = async (address: string | RegExp, list: string | RegExp, px: number) => {
      await expect(page).toHaveURL(address)
      visits.push({ address, anchor: await scrollTo(page, list, px) })
    }
    await page.goto('/')
    await visit(`${app.url}/`, 'Memes for you', 1830)
    await page.getByRole('combobox').fill('walrus')
    await page.keyboard.press('Enter')
    await visit(/\?search=walrus$/, /walrus/, 2210)
    await page.getByRole('link', { name: 'My memes' }).click()
    await visit(/\/my-meme$/, 'Used often', 1490)
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByRole('menuitem', { name: 'My profile' }).click()
    await visit(`${app.url}/user/${username}`, /^Memes by/, 2570)

    await back(page, visits)
    await forward(page, visits)
    await back(page, visits)
    await page.reload()
    const [home] = visits
    if (home) await expectAnchor(page, home.address, home.anchor)
    await forward(page, visits)
  })
  await test.step('with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/my-meme')
    const visits: Visit[] = [{ address: /\/my-meme$/, anchor: await scrollTo(page, 'Used often', 1490) }]
    await page.getByRole('link', { name: 'Memeroom, home' }).click()
    await expect(page).toHaveURL(`${app.url}/`)
    visits.push({ address: `${app.url}/`, anchor: await scrollTo(page, 'Memes for you', 1830) })
    await back(page, visits)
    await forward(page, visits)
  })
})
