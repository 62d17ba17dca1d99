// The studio in a real browser with the processor slowed fourfold: how long from the last file of its code until it can be used,
// and how smoothly a caption is dragged. Run it on a machine that does nothing else; the load is printed.

import type { CDPSession, Page } from 'playwright-core'
import { startApp } from '#test/app-process.ts'
import { randomPicture } from '#test/random-picture.ts'
import { launchChromium } from '../helpers/first-view.ts'
import { median } from '../helpers/machine.ts'
import { figure, heading } from '../helpers/report.ts'

const SLOWED = 4
const RUNS = 5
const CAPTION = 'When the deadline is today, and nobody 😀 told you'
const DRAG_STEPS = 120
const FRAME_MS = 1000 / 60
/** A frame that comes later than this was dropped. */
const LATE_MS = FRAME_MS * 1.5

/** Run in the page: the time of every frame. */
const WATCH_FRAMES = `globalThis.frames = []
  const watch = (time) => { frames.push(time); if (globalThis.isWatched) requestAnimationFrame(watch) }
  globalThis.isWatched = true
  requestAnimationFrame(watch)`
/** Run in the page: milliseconds from the last file of code to the first frame of the stage. */
const WATCH_START = `globalThis.readyAt = new Promise((resolve) => {
  const look = () => {
    const canvas = document.querySelector('[data-testid=studio-stage] canvas')
    if (!canvas) return requestAnimationFrame(look)
    requestAnimationFrame(() => resolve(performance.now()))
  }
  document.addEventListener('DOMContentLoaded', look)
})`
const READY_IN = `readyAt.then((ready) => {
  const files = performance.getEntriesByType('resource').filter(({ name }) => /\\/assets\\/.*(create|studio|konva).*\\.js/i.test(name))
  return { ready: ready - Math.max(...files.map(({ responseEnd }) => responseEnd)), files: files.length }
})`

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  return session
}

/** Milliseconds of processor that the page's main thread took so far, which other programs do not change. */
async function processorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

heading(`processor slowed ${SLOWED} times`)
const app = await startApp({ DEMO: 'false', OCR: 'off', RATE_LIMITS: 'off' })
const browser = await launchChromium()
try {
  const picture = await randomPicture('bench studio', { width: 1200, height: 900 })
  const starts: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
    const page = await context.newPage()
    // A draft in the browser is the picture that the studio opens with.
    await page.goto(`${app.url}/create`)
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(CAPTION)
    await page.waitForTimeout(1000)
    await page.addInitScript(WATCH_START)
    const session = await slow(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.reload()
    const { ready } = (await page.evaluate(READY_IN)) as { ready: number }
    starts.push(ready)
    if (run < RUNS - 1) {
      await context.close()
      continue
    }
    await page.getByRole('button', { name: 'Download' }).and(page.locator(':enabled')).waitFor()
    const stage = page.getByRole('application')
    const box = await stage.boundingBox()
    if (!box) throw new Error('no stage')
    const at = { x: box.x + box.width / 2, y: box.y + box.height * 0.13 }
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.evaluate(WATCH_FRAMES)
    const before = await processorMs(session)
    for (let step = 0; step < DRAG_STEPS; step += 1) {
      await page.mouse.move(at.x + Math.sin(step / 8) * 60, at.y + (step / DRAG_STEPS) * box.height * 0.6)
      await page.waitForTimeout(FRAME_MS / 2)
    }
    const frames = (await page.evaluate('isWatched = false, frames')) as number[]
    const spent = (await processorMs(session)) - before
    await page.mouse.up()
    const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? 0))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    figure('processor for a frame of a drag', `${(spent / gaps.length).toFixed(1)} ms`, '16.7 ms')
    const late = gaps.filter((gap) => gap > LATE_MS).length / gaps.length
    figure('frames a second of a drag', (1000 / mean).toFixed(0), '60')
    figure(`late frames of ${gaps.length}`, `${(late * 100).toFixed(0)} %`)
  }
  figure(`ready after its code came, median of ${RUNS}`, `${median(starts).toFixed(0)} ms`, '1000 ms')
  figure('the fastest and the slowest', `${Math.min(...starts).toFixed(0)} ms, ${Math.max(...starts).toFixed(0)} ms`)
} finally {
  await browser.close()
  await app.stop()
}
