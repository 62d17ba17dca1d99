import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { poll } from '#test/poll.ts'
import { defaultFolder, startPostgres } from '../../scripts/postgres.mjs'
import { heading, row } from '../helpers/report.ts'

// Measures how long a node takes to recover: `npm run bench -- recovery [MINUTES]`, where MINUTES is the longest mail server
// outage. Needs the PostgreSQL of `npm run postgres`.

const MINUTES_AWAY = Number(process.argv[3] ?? 2)
const ROUNDS = 3
const PEOPLE = 5
const POLL_MS = 20
const DOWN_MS = 5000
const GIVEN_UP_MS = 240_000

async function secondsUntil(holds: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now()
  await poll(holds, { withinMs: GIVEN_UP_MS, everyMs: POLL_MS, missing: 'given up' })
  return (performance.now() - began) / 1000
}

const isGood = (node: AppProcess) =>
  fetch(`${node.url}/api/recommendation-feed`).then(
    (answer) => answer.ok,
    () => false,
  )

async function register(node: AppProcess, name: string): Promise<void> {
  const answer = await fetch(`${node.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, username: name, password: 'bench password' }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
}

const show = (what: string, seconds: number[], goal = '') =>
  row(['Seconds until', 'Each time', 'Goal'], [what, seconds.map((one) => one.toFixed(2)).join(', '), goal])

/**
 * Restarts PostgreSQL under two nodes. Measures the time until each responds, and until a node waiting for the database is ready.
 */
async function restarts(mode: 'immediate' | 'fast'): Promise<void> {
  const cluster = await startPostgres(defaultFolder, { synchronous_commit: 'on' })
  const environment = { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(40), OCR: 'off', LOG_LEVEL: 'silent' }
  const nodes = [await startApp(environment), await startApp(environment)]
  const [answers, starts]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    await cluster.halt(mode)
    let written = ''
    const third = startApp(environment, (text) => {
      written = text
    })
    await secondsUntil(() => written.includes('waits'))
    await sleep(DOWN_MS)
    await cluster.resume()
    const ready = performance.now()
    answers?.push(...(await Promise.all(nodes.map((node) => secondsUntil(() => isGood(node))))))
    const node = await third
    starts?.push((performance.now() - ready) / 1000)
    await node.stop()
  }
  show(`the first good answer of each of two nodes, after PostgreSQL stopped (${mode}) is back`, answers ?? [], '2')
  show('a node that waited for it is ready', starts ?? [])
  for (const node of nodes) await node.stop()
  await cluster.stop()
}

interface TestEngine {
  env: Record<string, string>
  end(): Promise<void>
}

async function embeddedEngine(): Promise<TestEngine> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
  return { env: { DATA_DIR: dataDir }, end: () => rm(dataDir, { recursive: true, force: true }) }
}

async function postgresEngine(): Promise<TestEngine> {
  const [cluster, folder] = [await startPostgres(defaultFolder), await embeddedEngine()]
  return {
    env: { ...folder.env, DATABASE_URL: cluster.url },
    async end() {
      await cluster.stop()
      await folder.end()
    },
  }
}

/**
 * Kills a node while it sends emails with codes. Measures the time from when the next node is ready until the last email arrives.
 */
async function kills(engine: string, open: () => Promise<TestEngine>): Promise<void> {
  const opened = await open()
  let isTaking = false
  let begun = 0
  const server = await startMailServer({
    async takes() {
      begun += 1
      return isTaking
    },
  })
  const env = { ...opened.env, SMTP_URL: server.url, OCR: 'off', LOG_LEVEL: 'silent' }
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    isTaking = false
    begun = 0
    const app = await startApp(env)
    for (let person = 0; person < PEOPLE; person += 1) await register(app, `killed${round}x${person}`)
    await secondsUntil(() => begun > 0)
    process.kill(app.pid, 'SIGKILL')
    await app.stop()
    isTaking = true
    const before = server.taken.length
    const again = await startApp(env)
    seconds.push(await secondsUntil(() => server.taken.length >= before + PEOPLE))
    await again.stop()
  }
  show(
    `the last of ${PEOPLE} mails arrives after the next start of a node that was killed while it sent them, ${engine}`,
    seconds,
    '10',
  )
  await server.halt()
  await opened.end()
}

/** Measures the time until the code arrives after the mail server returns from an outage. */
async function mailServerAway(): Promise<void> {
  const opened = await embeddedEngine()
  const server: MailServer = await startMailServer()
  const app = await startApp({ ...opened.env, SMTP_URL: server.url, OCR: 'off', LOG_LEVEL: 'silent' })
  const seconds: number[] = []
  for (let minutes = 1; minutes <= MINUTES_AWAY; minutes += 1) {
    await server.halt()
    await register(app, `away${minutes}`)
    await sleep(minutes * 60_000)
    await server.resume()
    const before = server.taken.length
    seconds.push(await secondsUntil(() => server.taken.length > before))
  }
  show('a code arrives after the return of a mail server that was away for one minute, for two, …', seconds)
  await app.stop()
  await server.halt()
  await opened.end()
}

heading()
await restarts('immediate')
await restarts('fast')
await kills('embedded', embeddedEngine)
await kills('PostgreSQL', postgresEngine)
await mailServerAway()
