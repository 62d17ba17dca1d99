import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import type { AppProcess } from '#test/app-process.ts'

interface BigFeed {
  /** The number of requested pages, and of memes sent. */
  requests: () => number
  sent: () => number
  /** Makes pages after this many fail. */
  failAfter: (pages: number) => void
}

/**
 * Serves a feed of as many memes as requested: those of the server, repeatedly, each copy with its own id and proportions.
 * Creating real memes would take longer than all measurements.
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

/** The server's own memes, repeated to `count` in total, for lists other than the feed. */
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
