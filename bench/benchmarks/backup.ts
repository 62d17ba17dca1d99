import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { median } from '../helpers/machine.ts'
import { fillWithPictures } from '../helpers/pictured-library.ts'
import { processorMsOf } from '../helpers/process-figures.ts'
import { figure, heading } from '../helpers/report.ts'

// Import, backup, verify and restore of a site that is running: `npm run bench -- backup [MEMES [IMPORTED]]`, on the embedded
// engine.

const MEMES = Number(process.argv[3] ?? 20_000)
const IMPORTED = Number(process.argv[4] ?? 300)
const SIZE = { width: 800, height: 600 }
const PAUSE_MS = 50
const MINUTE_MS = 60_000

const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const [pictures, backup, dataDir, restored] = ['pictures', 'backup', 'data', 'restored'].map((name) =>
  path.join(folder, name),
) as [string, string, string, string]
const here = { DATA_DIR: dataDir }

async function timed(environment: Record<string, string>, ...words: string[]): Promise<number> {
  const began = performance.now()
  const { code, out, err } = await cli({ OCR: 'off', ...environment }, ...words)
  if (code !== 0) throw new Error(`${words[0]}: ${out}${err}`)
  return (performance.now() - began) / 1000
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true })) {
    const entry = await stat(path.join(folder, name))
    if (entry.isFile()) bytes += entry.size
  }
  return bytes / 1e6
}

/** Times of one reader's feed pages until `work` is done, or twenty without it. */
async function feedTimes(url: string, work?: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const end = () => {
    isDone = true
  }
  work?.then(end, end)
  while (work ? !isDone : times.length < 20) {
    const began = performance.now()
    await (await fetch(`${url}/api/recommendation-feed`)).arrayBuffer()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return times
}

const show = (times: number[]) => `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`
const start = () => startApp({ ...here, OCR: 'off', LOG_LEVEL: 'silent' })

heading('embedded')
try {
  await mkdir(pictures)
  for (let at = 0; at < IMPORTED; at += 1)
    await writeFile(path.join(pictures, `picture ${at}.png`), await randomPicture(`bench ${at}`, SIZE))
  const first = await start()
  const { username } = await signUp(first)
  const before = processorMsOf(first.pid)
  const imported = await timed(here, 'import', pictures, '--as', username)
  const each = (processorMsOf(first.pid) - before) / IMPORTED
  figure(
    `import, pictures of ${SIZE.width} × ${SIZE.height}, a minute`,
    ((IMPORTED / imported) * (MINUTE_MS / 1000)).toFixed(0),
  )
  figure('processor of an imported picture', `${each.toFixed(0)} ms`)
  await first.stop()
  await fillWithPictures(here, MEMES)
  const app = await start()
  try {
    const quiet = await feedTimes(app.url)
    const used = processorMsOf(app.pid)
    const making = timed(here, 'backup', backup)
    const busy = await feedTimes(app.url, making)
    figure(`backup of ${MEMES} memes`, `${(await making).toFixed(1)} s`)
    figure('its processor, with what the reader asked', `${((processorMsOf(app.pid) - used) / 1000).toFixed(1)} s`)
    figure('its size', `${(await sizeOf(backup)).toFixed(0)} MB`)
    figure('a feed page meanwhile, median', show(busy))
    figure('a feed page without a backup, median', show(quiet))
    figure('second backup', `${(await timed(here, 'backup', backup)).toFixed(1)} s`)
    figure('verify', `${(await timed(here, 'verify', backup)).toFixed(1)} s`)
    const restoring = await timed({ DATA_DIR: restored }, 'restore', backup)
    figure('restore into an empty embedded site', `${restoring.toFixed(1)} s`)
  } finally {
    await app.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
