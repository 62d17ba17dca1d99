import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type AppProcess, startApp } from '../test/app-process.ts'
import { readEvents } from '../test/event-stream.ts'
import { multipart } from '../test/multipart.ts'
import { photoLike } from '../test/pictures.ts'
import { machine } from './machine.ts'
import { signUp } from './member.ts'

// Bulk upload: `npm run bench -- bulk [FILES] [PEOPLE]`. Set DATABASE_URL to measure PostgreSQL.

const FILES = Number(process.argv[3] ?? 50)
const PEOPLE = Number(process.argv[4] ?? 4)
const LANES = 2
const TEN_MEGABYTES = 10 * 1024 * 1024
const WIDTHS = [undefined, 1080, 480] as const
const QUALITIES = [90, 82, 80] as const

/** The three files of each picture by sharp and nothing else, as many at a time as the product works on. */
async function sharpAlone(pictures: Buffer[]): Promise<number> {
  sharp.cache(false)
  sharp.concurrency(1)
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
  const waiting = [...pictures.entries()]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await threeFiles(folder, ...next)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await rm(folder, { recursive: true })
  return pictures.length / seconds
}

async function threeFiles(folder: string, at: number, bytes: Buffer): Promise<void> {
  const { data, info } = await sharp(bytes).rotate().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  for (const [size, width] of WIDTHS.entries()) {
    await sharp(data, { raw: info })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: QUALITIES[size] ?? 80, effort: 4, smartSubsample: true })
      .toFile(path.join(folder, `${at}-${size}.webp`))
  }
}

async function pipeline(app: AppProcess, token: string, pictures: Buffer[]) {
  const body = multipart(pictures.map((value, at) => ({ name: 'images', value, fileName: `picture ${at}.jpg` })))
  const answer = await fetch(`${app.url}/api/meme/bulk`, {
    method: 'POST',
    body: new Uint8Array(body.payload),
    headers: { ...body.headers, authorization: `Bearer ${token}` },
  })
  if (answer.status !== 202) throw new Error(`refused: ${answer.status} ${await answer.text()}`)
  const began = performance.now()
  const { uploadId } = (await answer.json()) as { uploadId: string }
  const { events } = await readEvents(`${app.url}/api/meme/bulk/progress/${uploadId}`, { token })
  const progress = events.filter((event) => event.name === undefined)
  const last = progress.at(-1)
  if (last?.data.successCount !== pictures.length)
    throw new Error(`not all came through: ${JSON.stringify(last?.data)}`)
  const working = progress.find((event) => event.data.currentFile !== null)
  return {
    perSecond: pictures.length / ((performance.now() - began) / 1000),
    firstEventMs: progress[0]?.atMs ?? Number.NaN,
    queueMs: working?.atMs ?? Number.NaN,
  }
}

async function residentMiB(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

/** One upload of files that are as large as may be, made while they are sent. They only look like pictures. */
function largeBody(files: number, boundary: string): ReadableStream<Uint8Array> {
  const text = new TextEncoder()
  const noise = randomBytes(64 * 1024)
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  return ReadableStream.from(
    (function* () {
      for (let at = 0; at < files; at += 1) {
        const part = `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="${at}.png"\r\nContent-Type: image/png\r\n\r\n`
        yield text.encode(part)
        yield head
        for (let left = TEN_MEGABYTES - head.length; left > 0; left -= noise.length)
          yield noise.subarray(0, Math.min(left, noise.length))
        yield text.encode('\r\n')
      }
      yield text.encode(`--${boundary}--\r\n`)
    })(),
  ) as ReadableStream<Uint8Array>
}

/** MiB before and at the peak while so many people send 50 files of 10 MB at once. Linux only. */
async function measureReceiving(app: AppProcess, token: string, people: number) {
  await sleep(3000)
  const before = await residentMiB(app.pid)
  let peak = before
  const timer = setInterval(() => void residentMiB(app.pid).then((now) => (peak = Math.max(peak, now))), 50)
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const boundary = `bench${person}`
      const answer = await fetch(`${app.url}/api/meme/bulk`, {
        method: 'POST',
        body: largeBody(50, boundary),
        duplex: 'half',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
      } as RequestInit)
      if (answer.status !== 202) throw new Error(`refused: ${answer.status} ${await answer.text()}`)
    }),
  )
  clearInterval(timer)
  return { before, peak }
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-data-'))
const environment = { DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'error', ...engine() }

function engine(): Record<string, string> {
  const { DATABASE_URL } = process.env
  return DATABASE_URL ? { DATABASE_URL } : {}
}

console.log(`${machine()}; ${FILES} pictures, ${PEOPLE} people`)
const pictures: Buffer[] = []
for (let at = 0; at < FILES; at += 1) pictures.push(await photoLike('jpeg', { width: 1600 + at, height: 1200 }))

const working = await startApp(environment)
const token = await signUp(working)
const alone = await sharpAlone(pictures)
const whole = await pipeline(working, token, pictures)
await working.stop()
console.log(`sharp alone: ${alone.toFixed(2)} pictures a second`)
console.log(
  `whole pipeline: ${whole.perSecond.toFixed(2)} memes a second, ${(whole.perSecond / alone).toFixed(2)} of it`,
)
console.log(
  `first progress event: ${whole.firstEventMs.toFixed(0)} ms; work begun after ${whole.queueMs.toFixed(0)} ms`,
)

const receiving = await startApp({ ...environment, WORKERS: '0' })
const memory = await measureReceiving(receiving, token, PEOPLE)
await receiving.stop()
console.log(
  `memory while ${PEOPLE} send 50 x 10 MB: ${memory.before.toFixed(0)} MiB, ${memory.peak.toFixed(0)} MiB at the peak`,
)
await rm(dataDir, { recursive: true })
