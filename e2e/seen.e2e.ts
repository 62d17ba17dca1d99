import type { Page } from '@playwright/test'
import type { ActionInput } from '#contract/memes/actions.ts'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, uploadMeme } from './people.ts'

// Few memes, none from other tests: all fit on one page of the feed.
test.use({ serverEnv: { LOG_LEVEL: 'warn' } })

/** Lists of ids that the page reported as seen, once the server has responded. */
function listenForSeen(page: Page): string[][] {
  const reported: string[][] = []
  page.on('response', (response) => {
    const request = response.request()
    if (!request.url().endsWith('/api/user-action')) return
    const { action, memeIds } = request.postDataJSON() as ActionInput
    if (action === 'seen') reported.push(memeIds ?? [])
  })
  return reported
}

const idsInFeed = (page: Page) =>
  page.evaluate(async () => {
    const token = localStorage.getItem('token')
    const answer = await fetch('/api/recommendation-feed?limit=100', { headers: { authorization: `Bearer ${token}` } })
    const { data } = await answer.json()
    return data.recommendations.map((meme: { _id: string }) => meme._id) as string[]
  })

/** Ids of tiles that are at least half in view. */
const idsInView = (page: Page) =>
  page.getByRole('article').evaluateAll((tiles) =>
    tiles
      .filter((tile) => {
        const { top, bottom, height } = tile.getBoundingClientRect()
        return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2
      })
      .map((tile) => new URL(tile.querySelector('a')?.href ?? '').searchParams.get('view') ?? ''),
  )

test('memes that were in view are reported as seen and come after the rest; others come again', async ({
  page,
  app,
}) => {
  const maker = await signUp(app)
  const reader = await signUp(app)
  for (let index = 0; index < 24; index += 1)
    await uploadMeme(app, maker, { name: `Tall ${index}`, width: 200, height: 400 })
  await signInAs(page, reader)
  const reported = listenForSeen(page)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => reported.flat().length).toBeGreaterThan(0)
  const inView = await idsInView(page)
  expect(inView.length).toBeGreaterThan(0)
  expect(new Set(reported.flat())).toEqual(new Set(inView))

  const next = await idsInFeed(page)
  const unseen = next.slice(0, next.length - inView.length)
  expect(new Set(next.slice(-inView.length))).toEqual(new Set(inView))
  expect(unseen.length).toBeGreaterThan(0)

  await page.mouse.wheel(0, 1200)
  await expect.poll(async () => (await idsInView(page)).every((id) => reported.flat().includes(id))).toBe(true)
  expect(reported.flat().length).toBeGreaterThan(inView.length)
  expect(new Set(reported.flat()).size).toBe(reported.flat().length)
})

test('a visitor tells nothing of it', async ({ page, app }) => {
  await uploadMeme(app, await signUp(app), { name: 'Looked at' })
  const reported = listenForSeen(page)
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.clock.runFor(20_000)
  expect(reported).toEqual([])
})
