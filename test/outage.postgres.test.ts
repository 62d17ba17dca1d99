import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startPostgres } from '../tools/scripts/postgres.mjs'
import type { TestApp } from './app.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { readEvents } from './event-stream.ts'
import { buildMember, buildMeme } from './factories.ts'
import { multipart } from './multipart.ts'
import { poll } from './poll.ts'
import { randomPicture } from './random-picture.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { withDeps } from './with-deps.ts'

const FILES_EACH = 12
const AT_ONCE = 16
const WITHIN_MS = 60_000
const POLL_MS = 50

let cluster: Cluster
let bucket: S3Server
let dataDir: string
let environment: Record<string, string>
let nodes: AppProcess[]
let memeId: string
let token: string
beforeAll(async () => {
  // Acknowledged data must be on disk, because the server is also stopped without a clean shutdown.
  cluster = await startPostgres(process.env.TEST_POSTGRES_FOLDER ?? '', { synchronous_commit: 'on' })
  bucket = await startS3Server()
  dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-outage-'))
  environment = {
    DATABASE_URL: cluster.url,
    STORAGE_URL: bucket.storageUrl,
    AUTH_SECRET: 'the same on every node, as it must be',
    OCR: 'off',
    LOG_LEVEL: 'error',
  }
  const built = await withDeps({ ...environment, DATA_DIR: dataDir }, async (deps) => {
    const factory = { deps, db: deps.db } as TestApp
    return { meme: await buildMeme(factory), member: await buildMember(factory) }
  })
  memeId = built.meme.id
  token = built.member.token
  nodes = [await startApp(environment), await startApp(environment)]
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await bucket.stop()
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  await poll(holds, { withinMs: WITHIN_MS, everyMs: POLL_MS, missing: `not within ${WITHIN_MS} ms: ${what}` })
}

interface Traffic {
  sent: number
  acknowledged: number
  /** Responses other than 200, with their Retry-After; `none` if a node did not respond. */
  others: Set<string>
  stop(): Promise<void>
}

/** Sends views of one meme by new visitors to every node until stopped. */
function startTraffic(round: string): Traffic {
  const traffic = { sent: 0, acknowledged: 0, others: new Set<string>() }
  let isOn = true
  const visit = async (worker: number) => {
    for (let sent = 0; isOn; sent += 1) {
      traffic.sent += 1
      const answer = await fetch(`${nodes[worker % nodes.length]?.url}/api/user-action`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': `visitor ${round} ${worker} ${sent}` },
        body: JSON.stringify({ memeId, action: 'view' }),
      }).catch(() => null)
      if (answer?.ok) traffic.acknowledged += 1
      else traffic.others.add(answer ? `${answer.status} ${answer.headers.get('retry-after')}` : 'none')
      await answer?.arrayBuffer()
      // Refusals return immediately: without a pause, they would saturate this machine.
      if (!answer?.ok) await sleep(POLL_MS)
    }
  }
  const visits = Array.from({ length: AT_ONCE }, (_, worker) => visit(worker))
  return Object.assign(traffic, {
    async stop() {
      isOn = false
      await Promise.all(visits)
    },
  })
}

async function sendUpload(node: AppProcess, round: string): Promise<string> {
  const files = await Promise.all(
    Array.from({ length: FILES_EACH }, async (_, at) => ({
      name: 'images',
      fileName: `${at}.png`,
      value: await randomPicture(`outage ${round} ${at}`, { width: 900, height: 700 }),
    })),
  )
  const { payload, headers } = multipart(files)
  const answer = await fetch(`${node.url}/api/meme/bulk`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { uploadId: string }).uploadId
}

const status = (node: AppProcess, address: string, headers: Record<string, string> = {}) =>
  fetch(node.url + address, { headers }).then(
    (answer) => answer.status,
    () => 0,
  )

const statusOfMember = (node: AppProcess) => status(node, '/api/users/me', { authorization: `Bearer ${token}` })

test.each(['immediate', 'fast'] as const)(
  'a PostgreSQL stopped (%s) and restarted under traffic crashes no node and loses nothing acknowledged',
  { timeout: 300_000 },
  async (mode) => {
    const [first, second] = nodes as [AppProcess, AppProcess]
    const viewsBefore = await countViews()
    const traffic = startTraffic(mode)
    const uploadIds = await Promise.all([sendUpload(first, `${mode} 1`), sendUpload(second, `${mode} 2`)])
    // Each stream uses the node that did not receive the upload.
    const begun = new Set<number>()
    const streams = uploadIds.map((uploadId, at) =>
      readEvents(`${nodes[1 - at]?.url}/api/meme/bulk/progress/${uploadId}`, {
        token,
        until: () => !begun.add(at),
      }),
    )
    await until('traffic and streams', () => traffic.acknowledged > AT_ONCE && begun.size === streams.length)

    await cluster.halt(mode)
    for (const node of nodes) {
      await until('a member gets a 503', async () => (await statusOfMember(node)) === 503)
      expect(await status(node, '/api/health', { authorization: `Bearer ${token}` })).toBe(200)
      expect(await status(node, '/api/ready')).toBe(503)
    }
    // A node that is started in the meantime waits.
    let written = ''
    const third = startApp(environment, (text) => {
      written = text
    })
    await until('the third node waits', () => written.includes('Memeroom waits for the database'))

    await cluster.resume()
    for (const node of nodes) await until('a good answer', async () => (await statusOfMember(node)) === 200)
    const acknowledged = traffic.acknowledged
    await until('traffic again', () => traffic.acknowledged > acknowledged + AT_ONCE)
    await traffic.stop()
    for (const stream of streams) {
      const { events, ended } = await stream
      expect(ended).toBe(true)
      expect(events.at(-1)?.data).toMatchObject({ status: 'completed', successCount: FILES_EACH, failedCount: 0 })
    }
    expect([...traffic.others]).toEqual(['503 5'])
    const views = (await countViews()) - viewsBefore
    expect(views).toBeGreaterThanOrEqual(traffic.acknowledged)
    expect(views).toBeLessThanOrEqual(traffic.sent)
    expect(await (await third).stop()).toBe(0)
  },
)

test('both nodes exchange changes again, and stop cleanly', { timeout: 120_000 }, async () => {
  const [first, second] = nodes as [AppProcess, AppProcess]
  const uploadId = await sendUpload(first, 'afterwards')
  const { events } = await readEvents(`${second.url}/api/meme/bulk/progress/${uploadId}`, { token })
  expect(events.at(-1)?.data).toMatchObject({ status: 'completed', successCount: FILES_EACH })
  expect([await first.stop(), await second.stop()]).toEqual([0, 0])
})

async function countViews(): Promise<number> {
  const answer = await fetch(`${nodes[0]?.url}/api/meme/${memeId}`)
  const { data } = (await answer.json()) as { data: { stats: { viewCount: number } } }
  return data.stats.viewCount
}
