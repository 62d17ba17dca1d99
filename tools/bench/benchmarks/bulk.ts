import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { readEvents } from '#test/event-stream.ts'
import { multipart } from '#test/multipart.ts'
import { photoLike } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { idle, processorMsOf } from '../helpers/process-figures.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// Bulk upload: `npm run bench -- bulk pipeline [FILES]` or `npm run bench -- bulk memory [PEOPLE]`. Set DATABASE_URL to
// measure PostgreSQL.

const PART = process.argv[3] ?? 'pipeline'
const SIZE = Number(process.argv[4] ?? (PART === 'memory' ? 4 : 50))
/** The number of pictures that the product encodes concurrently. */
const LANES = 2
/** Size, in files, of the large upload during which another member uploads one picture. */
const FILES_BESIDE = 10
const TEN_MEGABYTES = 10 * 1024 * 1024
const SIZES = [
  { width: 1080, quality: 82 },
  { width: 480, quality: 80 },
] as const

/**
 * Encodes with bare sharp the files that the product makes of each picture, at the same concurrency: a baseline for the machine.
 * Returns pictures per second, and the CPU time of one in ms.
 */
async function sharpAlone(pictures: Buffer[]): Promise<{ perSecond: number; processorMs: number }> {
  sharp.cache(false)
  sharp.concurrency(1)
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
  const waiting = [...pictures.entries()]
  const began = performance.now()
  const usedBefore = process.cpuUsage()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await threeFiles(folder, ...next)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(usedBefore)
  await rm(folder, { recursive: true })
  return { perSecond: pictures.length / seconds, processorMs: (user + system) / 1000 / pictures.length }
}

async function threeFiles(folder: string, at: number, bytes: Buffer): Promise<void> {
  const { data, info } = await sharp(bytes).rotate().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  // Originals are stored unchanged.
  await writeFile(path.join(folder, `${at}.jpg`), bytes)
  for (const { width, quality } of SIZES) {
    await sharp(data, { raw: info })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort: 4 })
      .toFile(path.join(folder, `${at}-${width}.webp`))
  }
}

async function sendAll(app: AppProcess, token: string, pictures: Buffer[]): Promise<string> {
  const body = multipart(pictures.map((value, at) => ({ name: 'images', value, fileName: `picture ${at}.jpg` })))
  const answer = await fetch(`${app.url}/api/meme/bulk`, {
    method: 'POST',
    body: new Uint8Array(body.payload),
    headers: { ...body.headers, authorization: `Bearer ${token}` },
  })
  if (answer.status !== 202) throw new Error(`refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { uploadId: string }).uploadId
}

/** Follows an upload's event stream; times count from the server's response to the upload. */
async function follow(app: AppProcess, token: string, uploadId: string) {
  const began = performance.now()
  const { events } = await readEvents(`${app.url}/api/meme/bulk/progress/${uploadId}`, { token })
  const progress = events.filter((event) => event.name === undefined)
  const last = progress.at(-1)
  if (!last || last.data.failedCount > 0) throw new Error(`not all came through: ${JSON.stringify(last?.data)}`)
  const working = progress.find((event) => event.data.currentFile !== null)
  return {
    perSecond: last.data.totalFiles / ((performance.now() - began) / 1000),
    firstEventMs: progress[0]?.atMs ?? Number.NaN,
    queueMs: working?.atMs ?? Number.NaN,
    endMs: last.atMs,
  }
}

async function measurePipeline(app: AppProcess, token: string, files: number): Promise<void> {
  const pictures = await photos(files, 1600)
  // Warm up with one upload: a freshly started server compiles code on first use.
  await follow(app, token, await sendAll(app, token, await photos(4, 1300)))
  await idle(app.pid)
  const before = await sharpAlone(pictures)
  const usedBefore = processorMsOf(app.pid)
  const whole = await follow(app, token, await sendAll(app, token, pictures))
  const processorMs = (processorMsOf(app.pid) - usedBefore) / files
  const after = await sharpAlone(pictures)
  const alone = (before.perSecond + after.perSecond) / 2
  const aloneMs = (before.processorMs + after.processorMs) / 2
  figure('CPU time per picture, sharp alone', `${aloneMs.toFixed(0)} ms`)
  figure('CPU time per picture, whole pipeline', `${processorMs.toFixed(0)} ms`)
  figure('ratio of CPU time to sharp alone', (processorMs / aloneMs).toFixed(2), '1.25')
  figure(
    'pictures a second, sharp alone, before and after',
    `${before.perSecond.toFixed(2)}, ${after.perSecond.toFixed(2)}`,
  )
  figure('pictures a second, whole pipeline', whole.perSecond.toFixed(2))
  figure('of sharp alone', (whole.perSecond / alone).toFixed(2), '0.95')
  figure('first progress event', `${whole.firstEventMs.toFixed(0)} ms`, '300 ms')
  figure('accepted until work begins', `${whole.queueMs.toFixed(0)} ms`)
  const many = sendAll(app, token, await photos(FILES_BESIDE, 1500)).then((id) => follow(app, token, id))
  const [one] = await photos(1, 1450)
  await sleep(1000)
  const beside = await follow(app, token, await sendAll(app, token, one ? [one] : []))
  await many
  const what = `one picture beside ${FILES_BESIDE} of somebody else`
  figure(`${what}: begun`, `${beside.queueMs.toFixed(0)} ms`)
  figure(`${what}: done`, `${beside.endMs.toFixed(0)} ms`)
}

async function photos(count: number, width: number): Promise<Buffer[]> {
  const made: Buffer[] = []
  for (let at = 0; at < count; at += 1) made.push(await photoLike('jpeg', { width: width + at, height: 1200 }))
  return made
}

async function residentMiB(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

/** An upload of maximum-size files, generated while it is sent. The files only look like pictures. */
function largeBody(files: number, boundary: string): ReadableStream<Uint8Array> {
  const text = new TextEncoder()
  const noise = randomBytes(64 * 1024)
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  return Readable.toWeb(
    Readable.from(
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
    ),
  ) as ReadableStream<Uint8Array>
}

/** Memory in MiB before and at the peak, while `people` members send 50 files of 10 MB each at once. Linux only. */
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
const { DATABASE_URL } = process.env
const environment = { DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'error', ...(DATABASE_URL ? { DATABASE_URL } : {}) }

heading(engineName(DATABASE_URL))
let app = await startApp(environment)
try {
  const token = (await signUp(app)).authentication.token
  if (PART === 'memory') {
    // Restart: the sign-up email was work too, and from here on only receiving is measured.
    await app.stop()
    app = await startApp({ ...environment, WORKERS: '0' })
    // Warm up with a small upload, so that code loaded and compiled for the first upload is not measured.
    await sendAll(app, token, await photos(4, 400))
    const { before, peak } = await measureReceiving(app, token, SIZE)
    const grown = ((peak - before) * 2 ** 20) / 1e6
    figure('resident memory at rest', `${before.toFixed(0)} MiB`)
    figure(`the peak while ${SIZE} people send 50 × 10 MB each`, `${peak.toFixed(0)} MiB`)
    figure('more than at rest', `${grown.toFixed(0)} MB`, '100 MB')
  } else await measurePipeline(app, token, SIZE)
} finally {
  await app.stop()
  await rm(dataDir, { recursive: true })
}
