import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes.ts'
import type { AppProcess } from '#test/app-process.ts'

interface BigFeed {
  /** How many pages were requested, and how many memes were sent. */
  requests: () => number
  sent: () => number
  /** Pages after that many fail. */
  failAfter: (pages: number) => void
}

/**
 * Answers the feed with as many memes as requested: those that the server has, over and over, each under an id and with
 * proportions of its own. Making so many for real would take longer than everything that is measured with them.
 */
export async function bigFeed(page: Page, app: AppProcess, { memes: total }: { memes: number }): Promise<BigFeed> {
  const real = await visitorsFeed(app)
  let requests = 0
  let sent = 0
  let pagesThatWork = Number.POSITIVE_INFINITY
  await page.route('**/api/recommendation-feed*', async (route) => {
    const query = new URL(route.request().url()).searchParams
    requests += 1
    if (requests > pagesThatWork) {
      return route.fulfill({ status: 503, json: { success: false, message: '', code: 'unavailable' } })
    }
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(from + Number(query.get('limit')), total)
    const recommendations = Array.from({ length: to - from }, (_, index) => copyOf(real, from + index))
    sent = Math.max(sent, to)
    const nextCursor = to < total ? String(to) : null
    return route.fulfill({ json: { success: true, data: { recommendations }, hasMore: to < total, nextCursor } })
  })
  return {
    requests: () => requests,
    sent: () => sent,
    failAfter: (pages) => {
      pagesThatWork = pages
    },
  }
}

/** The server's own memes over and over, `count` in all, for lists other than the feed. */
export async function manyMemes(app: AppProcess, count: number): Promise<Meme[]> {
  const real = await visitorsFeed(app)
  return Array.from({ length: count }, (_, index) => copyOf(real, index))
}

async function visitorsFeed(app: AppProcess): Promise<Meme[]> {
  const answer = await fetch(`${app.url}/api/recommendation-feed?limit=50`)
  return ((await answer.json()) as { data: { recommendations: Meme[] } }).data.recommendations
}

function copyOf(real: readonly Meme[], index: number): Meme {
  const meme = real[index % real.length]
  if (!meme) throw new Error('the server has no meme to copy')
  const _id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const height = Math.round(meme.image.width * (0.6 + ((index * 7) % 13) / 13))
  return { ...meme, _id, name: `Meme ${index}`, image: { ...meme.image, height } }
}
