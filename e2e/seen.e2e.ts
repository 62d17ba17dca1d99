import type { Page } from '@playwright/test'
import type { ActionInput } from '#contract/memes/actions.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { signInAs, signOut } from './people.ts'
import { test } from './small-site.ts'

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

type FeedAnswer = { data: { recommendations: { _id: string }[] }; nextCursor: string | null }

const idsInFeed = (page: Page) =>
  page.evaluate(async () => {
    const token = localStorage.getItem('token')
    const headers = { authorization: `Bearer ${token}` }
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Response = await fetch(`/api/recommendation-feed?limit=100${cursor && `&cursor=${cursor}`}`, {
        headers,
      })
      const { data, nextCursor }: FeedAnswer = await answer.json()
      ids.push(...data.recommendations.map(({ _id }) => _id))
      cursor = nextCursor
    }
    return ids
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

test('a member reports the memes in view, which then come last in the feed; a visitor reports none', async ({
  page,
  app,
  gallery,
}) => {
  test.setTimeout(120_000)
  await test.step('members', async () => {
    expect(gallery.memes.length).toBeGreaterThan(0)
    const reader = await signUp(app)
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
    await expect.poll(() => reported.flat().length).toBeGreaterThan(inView.length)
    await expect.poll(async () => (await idsInView(page)).every((id) => reported.flat().includes(id))).toBe(true)
    expect(new Set(reported.flat()).size).toBe(reported.flat().length)
  })
  await test.step('visitors', async () => {
    await signOut(page)
    const reported = listenForSeen(page)
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.clock.runFor(20_000)
    expect(reported).toEqual([])
  })
})
