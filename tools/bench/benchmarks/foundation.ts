import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startApp } from '#test/app-process.ts'
import { poll } from '#test/poll.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { feedAgainstBareRoute } from '../helpers/feed-route.ts'
import { firstView, launchChromium } from '../helpers/first-view.ts'
import { median } from '../helpers/machine.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// Measures a fresh installation: `npm run bench -- foundation`. Set DATABASE_URL to measure PostgreSQL as well.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const STARTS = 5
const IDLE_SECONDS = 20

/** Seconds from `npm start` to the first response, with everything installed, built and migrated. */
async function secondStart(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' },
  })
  try {
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok ?? false
    await poll(isUp, { withinMs: 60_000, everyMs: 10, missing: 'the server did not start within a minute' })
    return (performance.now() - began) / 1000
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.pid) process.kill(-child.pid, 'SIGINT')
    await ended
  }
}

/** Resident memory of the server's process in MiB after an idle period. Linux only. */
async function idleMemory(pid: number): Promise<number> {
  await sleep(IDLE_SECONDS * 1000)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Bytes of compressed script that Chromium fetches for the home page. */
async function homeScripts(url: string): Promise<number> {
  const browser = await launchChromium()
  try {
    const { bytes } = await firstView(browser, url)
    return bytes.get('script') ?? Number.NaN
  } finally {
    await browser.close()
  }
}

heading(engineName(process.env.DATABASE_URL))
const first = await startApp({ DATABASE_URL: '' })
const { dataDir } = first
const pid = first.pid
figure('resident memory at rest, embedded', `${(await idleMemory(pid)).toFixed(0)} MiB`, '350 MiB')
figure('JavaScript of the home page', `${((await homeScripts(first.url)) / 1000).toFixed(1)} kB`, '150 kB')
await first.stop()
const starts: number[] = []
for (let run = 0; run < STARTS; run += 1) starts.push(await secondStart(dataDir))
figure(`second \`npm start\` to listening, median of ${STARTS}`, `${median(starts).toFixed(2)} s`, '2 s')
for (const databaseUrl of ['', process.env.DATABASE_URL ?? '']) {
  if (databaseUrl === '' && process.env.SKIP_EMBEDDED) continue
  const { visitor, member } = await feedAgainstBareRoute(databaseUrl)
  const against = `feed page against a bare route with the same bytes, ${engineName(databaseUrl)}`
  figure(`visitor's ${against}`, visitor.toFixed(2), databaseUrl ? '0.5' : '0.3')
  figure(`member's ${against}`, member.toFixed(2))
  if (!process.env.DATABASE_URL) break
}
