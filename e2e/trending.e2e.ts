import { expect, test } from '#test/e2e-server.ts'
import { withoutEmbeddedResponses } from './embedded-responses.ts'

const PERSON = { _id: '0190b1a2-0000-7000-8000-0000000000aa', username: 'painter', displayName: 'The Painter' }

/** An entry as in the API's response. These tests check how screens handle responses; the API's own tests check the responses. */
function entry(rank: number, creator: typeof PERSON | null = PERSON) {
  const stats = { viewCount: 900 + rank, likeCount: 90, copyCount: 30, dislikeCount: 0 }
  const image = {
    imageOrigin: '/none.webp',
    imageMedium: '/none.webp',
    imageSmall: '/none.webp',
    width: 600,
    height: 400,
  }
  const at = '2026-01-01T00:00:00.000Z'
  return {
    rank,
    likeCount: 12,
    copyCount: 3,
    viewCount: 45,
    score: 10 / rank,
    meme: {
      _id: `0190b1a2-0000-7000-8000-${String(rank).padStart(12, '0')}`,
      name: `Meme of rank ${rank}`,
      description: '',
      altText: '',
      tag: [],
      userId: creator?._id ?? null,
      location: 'quick',
      status: 'ready',
      ...stats,
      stats,
      image: { ...image, thumbhash: 'GQgGBQAHiHiAeIeAeHiIeAiIgIgI', animated: false, mime: 'image/webp' },
      creator: creator && { ...creator, avatarUrl: null, followCount: 0, followingCount: 0 },
      createdAt: at,
      updatedAt: at,
    },
  }
}
const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => entry(from + index))

test.use({ expectedErrors: [/404|503|Failed to load/] })

test('trending shows three columns, loads more, opens a modal that Back closes, and retries each column', async ({
  page: tab,
}) => {
  let failing = true
  await withoutEmbeddedResponses(tab)
  await tab.route('**/api/trending-memes*', async (route) => {
    const query = new URL(route.request().url()).searchParams
    if (query.get('period') === '7d' && failing) {
      await route.fulfill({ status: 503, json: { success: false, message: 'busy', code: 'server.draining' } })
      return
    }
    const isSecond = query.get('cursor') === 'second'
    const data = isSecond ? page(16, 20) : [entry(1), entry(2, null), ...page(3, 15)]
    await route.fulfill({ json: { success: true, data, hasNext: !isSecond, nextCursor: isSecond ? null : 'second' } })
  })
  await tab.route('**/api/meme/*', async (route) => {
    const rank = Number(route.request().url().slice(-12))
    await route.fulfill({ json: { success: true, data: entry(rank).meme } })
  })
  await tab.goto('/')
  await tab.getByRole('button', { name: 'Explore' }).click()
  await tab.getByRole('menuitem', { name: 'Trending memes' }).click()
  await expect(tab).toHaveURL(/\/trending$/)

  const day = tab.getByRole('region', { name: '24 hours' })
  await expect(day.getByText('Unknown user')).toBeVisible()
  await expect(day.getByRole('article').first().getByText('Likes: 12 gained, 90 in total')).toBeAttached()
  // This picture does not exist: its box remains and shows an error.
  const failed = await day.getByRole('img', { name: 'Failed to load' }).first().boundingBox()
  expect(Math.min(failed?.width ?? 0, failed?.height ?? 0)).toBeGreaterThan(40)
  // The rank does not cover the error text either.
  const second = day.getByRole('article').nth(1)
  const [rank, picture] = [
    second.getByText('Rank 2', { exact: true }).locator('..'),
    second.getByRole('img', { name: 'Failed to load' }),
  ]
  const [above, below] = [await picture.boundingBox(), await rank.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  await tab.mouse.wheel(0, 20_000)
  await expect(day.getByRole('link', { name: 'Meme of rank 20' })).toBeVisible()
  await expect(day.getByText('End of the list')).toBeVisible()

  const week = tab.getByRole('region', { name: '1 week' })
  await expect(week.getByRole('alert')).toBeVisible()
  failing = false
  await week.getByRole('button', { name: 'Try again' }).click()
  await expect(week.getByRole('link', { name: 'Meme of rank 1', exact: true })).toBeVisible()

  await week.getByRole('link', { name: 'Meme of rank 3' }).click()
  await expect(tab).toHaveURL(/\/trending\?time=1w&view=/)
  await expect(tab.getByRole('dialog', { name: 'Meme of rank 3' })).toBeVisible()
  await tab.goBack()
  await expect(tab.getByRole('dialog')).toHaveCount(0)
  await expect(tab).toHaveURL(/\/trending$/)
})
