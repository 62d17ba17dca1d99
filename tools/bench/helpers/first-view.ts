import { type Browser, chromium } from 'playwright-core'
import { poll } from '#test/poll.ts'
import type { Session } from '#test/sign-up.ts'
import { findChromium } from '../../scripts/chromium.mjs'

const QUIET_MS = 3000

const VIEWPORT = { width: 1280, height: 800 }

export interface FirstView {
  /** Compressed bytes on the wire, without headers, by kind of resource. */
  bytes: Map<string, number>
  /** Milliseconds from the first byte of the document to the largest paint. */
  largestPaint: number
  /** The largest painted element: its URL, or empty for text. */
  largest: string
}

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
}

const OBSERVE = `
  globalThis.largest = { startTime: 0, url: '' }
  new PerformanceObserver((list) => {
    for (const { startTime, url } of list.getEntries()) globalThis.largest = { startTime, url }
  }).observe({ type: 'largest-contentful-paint', buffered: true })`
const LARGEST = `({ ...globalThis.largest, document: performance.getEntriesByType('navigation')[0].responseStart })`

/**
 * Measures the requests of a browser with an empty cache until the home page is shown and loading is complete.
 * @param session of the reading member; without one, a visitor reads
 */
export async function firstView(browser: Browser, url: string, session?: Session): Promise<FirstView> {
  const page = await browser.newPage({ viewport: VIEWPORT, ignoreHTTPSErrors: true })
  await page.addInitScript(OBSERVE)
  if (session) {
    const { authentication, ...user } = session
    await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(authentication.token)})
      localStorage.setItem('authen', ${JSON.stringify(JSON.stringify(user))})`)
  }
  const bytes = new Map<string, number>()
  const sizes: Promise<void>[] = []
  let lastEnd = Date.now()
  page.on('requestfinished', (request) => {
    lastEnd = Date.now()
    const count = async () => {
      const { responseBodySize } = await request.sizes()
      const kind = request.resourceType()
      bytes.set(kind, (bytes.get(kind) ?? 0) + responseBodySize)
    }
    sizes.push(count())
  })
  await page.goto(`${url}/`, { waitUntil: 'load' })
  // A member's page has an open event stream, so waiting for no pending requests would never end.
  await poll(() => Date.now() - lastEnd > QUIET_MS, {
    withinMs: 60_000,
    everyMs: 100,
    missing: 'the page never settles',
  })
  await Promise.all(sizes)
  const found = await page.evaluate<{ startTime: number; url: string; document: number }>(LARGEST)
  await page.close()
  return { bytes, largestPaint: found.startTime - found.document, largest: found.url }
}
