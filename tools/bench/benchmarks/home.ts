import type { Browser, Page } from 'playwright-core'
import { startApp } from '#test/app-process.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { firstView, launchChromium } from '../helpers/first-view.ts'
import { http2Front } from '../helpers/http2-front.ts'
import { latencyProxy } from '../helpers/latency-proxy.ts'
import { figure, heading, row } from '../helpers/report.ts'

// Measures the home page in a real browser: `npm run bench -- home [MEMES]`; 0 for the first view only. Weighs the first view,
// and scrolls through that many memes with the CPU slowed fourfold. The benchmark itself serves the feed: the real memes
// repeatedly, each copy with its own id and proportions.

const TOTAL = Number(process.argv[3] ?? 2000)
const SLOWED = 4
const PICTURES = 24
const ROUND_TRIP_MS = 400
const LONGER_ROUND_TRIP_MS = 1200
const SCROLL_PX = 900
const PAUSE_MS = 150

interface Meme {
  _id: string
  image: { width: number; height: number }
}

/** Runs in the page: records long tasks and layout shifts from the start. */
const OBSERVE = `
  globalThis.longTasks = { total: 0, longest: 0 }
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      longTasks.total += duration
      longTasks.longest = Math.max(longTasks.longest, duration)
    }
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`
const FORGET_TASKS = 'globalThis.longTasks = { total: 0, longest: 0 }'
/** Runs in the page: scrolls and returns whether the end of the page is reached. */
const SCROLL = `window.scrollBy(0, ${SCROLL_PX}),
  window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2`
const FIGURES = '({ longTasks, shift })'

interface Figures {
  longTasks: { total: number; longest: number }
  shift: number
}

async function fillFeed(url: string, token: string): Promise<void> {
  const { randomPicture } = await import('#test/random-picture.ts')
  for (let index = 0; index < PICTURES; index += 1) {
    const form = new FormData()
    form.set('name', `Bench ${index}`)
    form.set('allowDuplicate', 'true')
    const picture = await randomPicture(`bench ${index}`, { width: 640, height: 360 + (index % 7) * 80 })
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    const answer = await fetch(`${url}/api/meme`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  }
}

/** Serves every page of the feed from `real`; returns a function that counts the memes sent so far. */
async function answerFeed(page: Page, real: readonly Meme[]): Promise<() => number> {
  let sent = 0
  await page.route('**/api/recommendation-feed*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(from + Number(query.get('limit')), TOTAL)
    sent = Math.max(sent, to)
    const recommendations = Array.from({ length: to - from }, (_, offset) => {
      const index = from + offset
      const meme = real[index % real.length]
      if (!meme) throw new Error('no meme to copy')
      const height = Math.round(meme.image.width * (0.6 + ((index * 7) % 13) / 13))
      return {
        ...meme,
        _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        image: { ...meme.image, height },
      }
    })
    const hasMore = to < TOTAL
    const json = { success: true, data: { recommendations }, hasMore, nextCursor: hasMore ? String(to) : null }
    return route.fulfill({ json })
  })
  return () => sent
}

async function scrollThrough(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  await page.addInitScript(OBSERVE)
  const answer = await fetch(`${url}/api/recommendation-feed?limit=50`)
  const { data } = (await answer.json()) as { data: { recommendations: Meme[] } }
  const sent = await answerFeed(page, data.recommendations)
  // Removes the embedded first page from the document, so that all memes come from `answerFeed`.
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace('id="first-view"', 'id="no-first-view"')
    return route.fulfill({ response, body: html })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.goto(`${url}/`)
  await page.locator('article').first().waitFor()
  await page.evaluate(FORGET_TASKS)
  const before = await scriptSeconds(session)
  const began = performance.now()
  let mostTiles = 0
  let isAtEnd = false
  while (sent() < TOTAL || !isAtEnd) {
    isAtEnd = await page.evaluate<boolean>(SCROLL)
    await page.waitForTimeout(PAUSE_MS)
    mostTiles = Math.max(mostTiles, await page.locator('article').count())
  }
  const scrolled = (performance.now() - began) / 1000
  const script = (await scriptSeconds(session)) - before
  const { longTasks, shift } = await page.evaluate<Figures>(FIGURES)
  figure(`${TOTAL} memes scrolled through, processor slowed ${SLOWED} times`, `${scrolled.toFixed(0)} s`)
  figure('script time', `${script.toFixed(2)} s`)
  figure('script time of a meme', `${((script / TOTAL) * 1000).toFixed(2)} ms`)
  figure('longest task', `${longTasks.longest.toFixed(0)} ms`)
  figure('all long tasks', `${longTasks.total.toFixed(0)} ms`)
  figure('tiles in the page, at most', String(mostTiles), '150')
  figure('layout shift', shift.toFixed(4), '0.02')
  await page.close()
}

async function scriptSeconds(session: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
}

/** Prints the bytes of the first view by kind, and the time from the document to the largest paint over a slow connection. */
async function weighFirstView(browser: Browser, url: string, member: Session): Promise<void> {
  const { bytes } = await firstView(browser, url)
  const all = [...bytes.values()].reduce((sum, size) => sum + size, 0)
  for (const [kind, size] of [['everything', all] as const, ...bytes])
    figure(`first view of a visitor, ${kind}`, `${(size / 1000).toFixed(1)} kB`)
  const front = await http2Front(url)
  try {
    for (const [who, session] of [['a visitor'], ['a member', member]] as const) {
      for (const [protocol, address] of Object.entries({ 'HTTP/2': front.url, 'HTTP/1.1': url })) {
        const short = await paintOver(browser, address, ROUND_TRIP_MS, session)
        const long = await paintOver(browser, address, LONGER_ROUND_TRIP_MS, session)
        const trips = (long - short) / (LONGER_ROUND_TRIP_MS - ROUND_TRIP_MS)
        const rest = short - trips * ROUND_TRIP_MS
        row(
          ['Largest paint after the first byte', 'Protocol', 'Round trips', 'And besides', 'Goal'],
          [who, protocol, trips.toFixed(2), `${rest.toFixed(0)} ms`, session ? 2 : 1],
        )
      }
    }
  } finally {
    front.close()
  }
}

/** Milliseconds from the document's first byte to the largest paint, over a connection with this round-trip time. */
async function paintOver(browser: Browser, address: string, roundTripMs: number, session?: Session): Promise<number> {
  const way = await latencyProxy(address, roundTripMs)
  const { largestPaint, largest } = await firstView(browser, way.url, session).finally(way.close)
  const what = largest.includes('/media/') ? 'a picture' : largest || 'text'
  console.error(`${new URL(address).protocol} ${roundTripMs} ms a trip: ${what} after ${largestPaint.toFixed(0)} ms`)
  return largestPaint
}

heading('embedded')
const app = await startApp()
const browser = await launchChromium()
try {
  await fillFeed(app.url, (await signUp(app)).authentication.token)
  await weighFirstView(browser, app.url, await signUp(app))
  if (TOTAL > 0) await scrollThrough(browser, app.url)
} finally {
  await browser.close()
  await app.stop()
}
