// Compares the GIF provider with the site's own calls: `npm run bench -- gif-provider [PICTURES [SECONDS]]`, with DATABASE_URL of an
// empty PostgreSQL database, or embedded. Each request searches other words; rounds of both calls alternate, and the medians of their
// processor time are compared. Then it measures how long the first request of a GIF takes, and a stored GIF at its own address and
// below /media/: the bytes are the same, and rounds of both addresses alternate, in both orders.
import { readFile } from 'node:fs/promises'
import type { Request } from 'autocannon'
import { makeCaptions } from '#reader/samples/captions.ts'
import { startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { animatedGif, photoLike } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { median } from '../helpers/machine.ts'
import { idle, processorMsOf } from '../helpers/process-figures.ts'
import { figure, heading, row } from '../helpers/report.ts'
import { cachedResponses, uploadPicture } from '../helpers/running-site.ts'
import { percentile, sendVaried } from '../helpers/varied-load.ts'

const [count = 1000, seconds = 3] = process.argv.slice(3).map(Number)
const ANIMATIONS = 20
/** With many colors, unlike the generated ones. */
const DEMO_ANIMATIONS = ['duvet-in-use', 'last-brain-cell', 'meeting-cancelled', 'tai-dong-luc', 'ting-luong-ve']
const ROUNDS = 7

const metricsPort = await freePort()
const app = await startApp({
  OCR: 'off',
  LOG_LEVEL: 'error',
  DATABASE_URL: process.env.DATABASE_URL ?? '',
  METRICS_PORT: String(metricsPort),
})
try {
  heading(`${count} pictures`, process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded')
  const captions = makeCaptions(count, 'gif provider').map(({ text }) => text.toLowerCase())
  const memes = await fill(captions)
  await idle(app.pid)
  await compareSearches(captions)
  await compareFiles(memes)
} finally {
  await app.stop()
}

async function fill(
  captions: string[],
): Promise<{ still: string[]; animated: string[]; demo: string[]; pictures: string[] }> {
  const member = await signUp(app)
  await cli(app.environment, 'user', 'role', member.username, 'admin')
  const authorization = `Bearer ${member.authentication.token}`
  const headers = { authorization, 'content-type': 'application/json' }
  const settings = { method: 'PUT', headers, body: JSON.stringify({ gifProvider: true }) }
  const { status } = await fetch(`${app.url}/api/admin/settings`, settings)
  if (status !== 200) throw new Error(`settings: ${status}`)
  const still: string[] = []
  const pictures: string[] = []
  for (const [at, caption] of captions.entries()) {
    const { _id, image } = await uploadPicture(app.url, authorization, {
      name: caption,
      bytes: await photoLike('jpeg', { width: 700 + (at % 300), height: 600 }),
    })
    still.push(_id)
    pictures.push(new URL(image.imageSmall, app.url).pathname)
  }
  const animated: string[] = []
  for (let at = 0; at < ANIMATIONS; at += 1) {
    const bytes = await animatedGif({ width: 320 + at, height: 240, frames: 24 })
    animated.push((await uploadPicture(app.url, authorization, { name: `moving ${at}`, bytes, type: 'image/gif' }))._id)
  }
  const demo: string[] = []
  for (const name of DEMO_ANIMATIONS) {
    const bytes = await readFile(new URL(`../../../demo/files/${name}.gif`, import.meta.url))
    demo.push((await uploadPicture(app.url, authorization, { name, bytes, type: 'image/gif' }))._id)
  }
  return { still, animated, demo, pictures }
}

async function compareSearches(captions: string[]): Promise<void> {
  // Two neighboring words of a caption, so that most searches find few memes.
  const words = captions.flatMap((caption) => {
    const all = caption.split(/\s+/)
    return all.slice(1).map((word, at) => `${all[at]} ${word}`)
  })
  const calls = {
    own: (q: string) => `/api/vector-search/text?q=${encodeURIComponent(q)}&limit=20`,
    tenor: (q: string) => `/gif/tenor/v2/search?q=${encodeURIComponent(q)}&limit=20`,
  }
  const rounds: Record<keyof typeof calls, { cpu: number; perSecond: number; p95: number; cached: number }[]> = {
    own: [],
    tenor: [],
  }
  let used = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['own', 'tenor'] as const) {
      const first = used
      const next = (nth: number): Request => ({
        method: 'GET',
        path: calls[name](words[(first + nth) % words.length] ?? ''),
      })
      const [cpu, hits] = [processorMsOf(app.pid), await cachedResponses(metricsPort)]
      const load = await sendVaried(app.url, next, { seconds })
      used += load.requests
      rounds[name].push({
        cpu: (processorMsOf(app.pid) - cpu) / load.requests,
        perSecond: load.perSecond,
        p95: percentile(load.waits, 0.95),
        cached: ((await cachedResponses(metricsPort)) - hits) / load.requests,
      })
    }
  const middle = (name: keyof typeof calls, value: 'cpu' | 'perSecond' | 'p95' | 'cached') =>
    median(rounds[name].map((one) => one[value]))
  const columns = ['Search', 'CPU ms a request', 'a second', 'p95, ms', 'from a cache']
  for (const name of ['own', 'tenor'] as const)
    row(columns, [
      name,
      middle(name, 'cpu').toFixed(2),
      middle(name, 'perSecond').toFixed(0),
      middle(name, 'p95').toFixed(0),
      `${(middle(name, 'cached') * 100).toFixed(0)} %`,
    ])
  figure(
    'Tenor’s search, times the CPU time of our own',
    (middle('tenor', 'cpu') / middle('own', 'cpu')).toFixed(2),
    '1.1',
  )
}

async function compareFiles({ still, animated, demo, pictures }: Awaited<ReturnType<typeof fill>>): Promise<void> {
  const gif = (id: string, kind = 'gif') => `/gif/media/${id}/${kind}.gif`
  const time = async (path: string) => {
    const start = performance.now()
    const answer = await fetch(app.url + path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
    return performance.now() - start
  }
  const firstTimes = async (ids: string[], kind = 'gif') => {
    const waits: number[] = []
    const cpu = processorMsOf(app.pid)
    for (const id of ids) waits.push(await time(gif(id, kind)))
    const used = (processorMsOf(app.pid) - cpu) / ids.length
    return `${median(waits).toFixed(0)} (${Math.max(...waits).toFixed(0)} at most, ${used.toFixed(0)} of CPU)`
  }
  const stills = still.slice(0, 100)
  figure('first request of a still GIF, ms', await firstTimes(stills), '150')
  figure('first request of an animated GIF, ms', await firstTimes(animated, 'mediumgif'), '150')
  figure('first request of an animation of the demo, ms', await firstTimes(demo, 'mediumgif'), '150')
  const keys = await Promise.all(stills.map(async (id) => keyOf(await fetch(app.url + gif(id)))))
  const paths = {
    'stored GIF': stills.map((id) => gif(id)),
    'the same file below /media/': keys.map((key) => `/media/${key}.gif`),
    'small picture': pictures.slice(0, 100),
  }
  const rates = new Map<string, number[]>(Object.keys(paths).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = Object.entries(paths)
    for (const [name, all] of round % 2 === 0 ? order : order.toReversed()) {
      const next = (nth: number): Request => ({ method: 'GET', path: all[nth % all.length] ?? '' })
      rates.get(name)?.push((await sendVaried(app.url, next, { seconds })).perSecond)
    }
  }
  for (const [name, all] of rates) figure(`${name}, a second`, median(all).toFixed(0))
  const media = rates.get('the same file below /media/') ?? []
  const ratios = (rates.get('stored GIF') ?? []).map((rate, round) => rate / (media[round] ?? 0))
  figure('stored GIF, times the same file in the same round', median(ratios).toFixed(2), '0.9')
}

/** The name of a stored file, without the ending, is its entity tag. */
function keyOf({ headers }: Response): string {
  return headers.get('etag')?.replaceAll('"', '') ?? ''
}
