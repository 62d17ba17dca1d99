import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#test/app-process.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { memoryOf, slopeOf } from '../helpers/process-figures.ts'
import { figure, heading } from '../helpers/report.ts'

// Memory of a node at rest and under mixed traffic, and how it grows in the last quarter: `npm run bench -- memory [MINUTES]`, on
// the embedded engine.

const MINUTES = Number(process.argv[3] ?? 60)
const REST_MS = 20_000
const EVERY_MS = 1000
const UPLOADS = 30
const PAUSE_MS = 100
const BETWEEN_UPLOADS_MS = 4000
const MINUTE_MS = 60_000

heading('embedded')
const app = await startApp({ OCR: 'off', LOG_LEVEL: 'silent' })
try {
  const { authentication } = await signUp(app)
  const authorization = `Bearer ${authentication.token}`
  await sleep(REST_MS)
  figure('resident memory at rest', `${memoryOf(app.pid).toFixed(0)} MiB`)
  let requests = 0
  let isOn = true
  const ask = async (url: string, init: RequestInit = {}) => {
    await (await fetch(app.url + url, { ...init, headers: { authorization, ...init.headers } })).arrayBuffer()
    requests += 1
  }
  const go = async (each: (at: number) => Promise<void>, pauseMs: number) => {
    for (let at = 0; isOn; at += 1) {
      await each(at)
      await sleep(pauseMs)
    }
  }
  const upload = async (at: number) => {
    const value = await randomPicture(`memory ${at}`, { width: 1200, height: 900 })
    const { payload, headers } = multipart([{ name: 'image', fileName: 'one.png', value }])
    await ask('/api/meme', { method: 'POST', body: new Uint8Array(payload), headers })
  }
  for (let at = 0; at < UPLOADS; at += 1) await upload(at)
  const pages = ['/api/recommendation-feed', '/api/vector-search/text?q=meme', '/api/trending-memes', '/', '/trending']
  const going = [
    go((at) => ask(pages[at % pages.length] ?? '/'), PAUSE_MS),
    go((at) => ask(pages[(at + 2) % pages.length] ?? '/'), PAUSE_MS),
    go((at) => upload(UPLOADS + at), BETWEEN_UPLOADS_MS),
  ]
  const points: { x: number; y: number }[] = []
  const began = performance.now()
  while (performance.now() - began < MINUTES * MINUTE_MS) {
    await sleep(EVERY_MS)
    points.push({ x: (performance.now() - began) / MINUTE_MS, y: memoryOf(app.pid) })
  }
  isOn = false
  await Promise.all(going)
  const last = points.slice(-Math.floor(points.length / 4))
  const mean = last.reduce((sum, { y }) => sum + y, 0) / last.length
  figure(`requests in ${MINUTES} minutes`, String(requests))
  figure('resident memory in the last quarter, mean', `${mean.toFixed(0)} MiB`)
  figure('at most', `${Math.max(...points.map(({ y }) => y)).toFixed(0)} MiB`)
  figure('growth in the last quarter, a minute', `${slopeOf(last).toFixed(2)} MiB`, '1 MiB')
} finally {
  await app.stop()
}
