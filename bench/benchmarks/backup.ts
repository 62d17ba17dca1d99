import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { machine, median } from '../helpers/machine.ts'

// Import, backup, verify and restore of a site that is running: `npm run bench -- backup [MEMES]`, on the embedded engine.

const MEMES = Number(process.argv[3] ?? 20_000)
const SIZE = { width: 800, height: 600 }
const PAUSE_MS = 50

const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const [pictures, backup, dataDir, restored] = ['pictures', 'backup', 'data', 'restored'].map((name) =>
  path.join(folder, name),
) as [string, string, string, string]

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

/** Times of one reader's feed pages until `work` is done, or ten without it. */
async function feedTimes(url: string, work?: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  work?.finally(() => {
    isDone = true
  })
  while (work ? !isDone : times.length < 20) {
    const began = performance.now()
    await (await fetch(`${url}/api/recommendation-feed`)).arrayBuffer()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return times
}

const show = (times: number[]) => `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`

console.log(machine())
await mkdir(pictures)
for (let at = 0; at < MEMES; at += 1)
  await writeFile(path.join(pictures, `picture ${at}.png`), await randomPicture(`bench ${at}`, SIZE))
const app = await startApp({ DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'silent' })
try {
  const { username } = await signUp(app)
  const here = { DATA_DIR: dataDir }
  const imported = await timed(here, 'import', pictures, '--as', username)
  console.log(
    `import of ${MEMES} pictures: ${imported.toFixed(0)} s, ${((MEMES / imported) * 60).toFixed(0)} memes a minute`,
  )
  const quiet = await feedTimes(app.url)
  const making = timed(here, 'backup', backup)
  const busy = await feedTimes(app.url, making)
  console.log(`backup: ${(await making).toFixed(1)} s, ${(await sizeOf(backup)).toFixed(0)} MB`)
  console.log(`  a feed page meanwhile: ${show(busy)}; without it ${show(quiet)}`)
  console.log(`second backup: ${(await timed(here, 'backup', backup)).toFixed(1)} s`)
  console.log(`verify: ${(await timed(here, 'verify', backup)).toFixed(1)} s`)
  console.log(
    `restore into an empty embedded site: ${(await timed({ DATA_DIR: restored }, 'restore', backup)).toFixed(1)} s`,
  )
} finally {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}
