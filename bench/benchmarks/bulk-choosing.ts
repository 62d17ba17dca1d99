import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { photoLike } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { figure, heading } from '../helpers/report.ts'

// Choosing many large pictures in a browser: `npm run bench -- bulk-choosing [FILES]`. 12 megapixels and just under 10 MB
// each. Tells how long the page's own thread was busy at a stretch, and when every preview stood.

const FILES = Number(process.argv[3] ?? 50)
const BYTES = 10 * 1024 * 1024 - 1024

/** Run in the page. */
const OBSERVE = `
  globalThis.tasks = []
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration) })
    .observe({ type: 'longtask', buffered: true })`

async function makeFiles(folder: string): Promise<string[]> {
  const jpeg = await photoLike('jpeg', { width: 4000, height: 3000 })
  const bytes = Buffer.concat([jpeg, Buffer.alloc(BYTES - jpeg.length)])
  const files: string[] = []
  for (let at = 0; at < FILES; at += 1) {
    const file = path.join(folder, `picture ${at}.jpg`)
    await writeFile(file, bytes)
    files.push(file)
  }
  return files
}

async function openSignedIn(page: Page, app: AppProcess): Promise<void> {
  const token = (await signUp(app)).authentication.token
  const answer = await fetch(`${app.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { _id: string } }
  await page.goto(`${app.url}/sever-error`)
  await page.evaluate(
    ([key, record]) => {
      const { localStorage } = globalThis as unknown as { localStorage: { setItem(name: string, value: string): void } }
      localStorage.setItem('token', key ?? '')
      localStorage.setItem('authen', record ?? '')
    },
    [token, JSON.stringify({ ...data, userId: data._id })],
  )
  await page.goto(`${app.url}/bulk-upload`)
}

heading(`${FILES} pictures of 12 megapixels and 10 MB`)
const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-choosing-'))
const files = await makeFiles(folder)
const app = await startApp()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(OBSERVE)
  await openSignedIn(page, app)
  const input = page.locator('input[type=file][multiple]')
  await input.waitFor({ state: 'attached' })
  await page.evaluate('tasks.length = 0')
  const began = performance.now()
  await input.setInputFiles(files)
  await page
    .locator('main li[draggable]')
    .nth(FILES - 1)
    .waitFor()
  const cards = performance.now() - began
  await page
    .locator('main li img')
    .nth(FILES - 1)
    .waitFor({ state: 'attached', timeout: 200_000 })
  const previews = performance.now() - began
  const tasks = await page.evaluate<number[]>('tasks')
  figure('all cards are there after', `${cards.toFixed(0)} ms`)
  figure('all previews are there after', `${(previews / 1000).toFixed(1)} s`)
  figure('long tasks of the page', String(tasks.length))
  figure('the longest', `${Math.max(0, ...tasks).toFixed(0)} ms`)
  figure('all together', `${tasks.reduce((sum, one) => sum + one, 0).toFixed(0)} ms`)
} finally {
  await browser.close()
  await app.stop()
  await rm(folder, { recursive: true })
}
