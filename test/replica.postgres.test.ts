import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { connectPostgres } from '#server/platform/db/postgres.ts'
import { openReplica } from '#server/platform/db/replica/replica.ts'
import { type Cluster, startPostgres } from '../tools/scripts/postgres.mjs'
import { createTestApp, type TestApp } from './app.ts'
import { type BuiltMember, buildMember, buildMeme } from './factories.ts'
import { poll } from './poll.ts'

const WITHIN_MS = 20_000
/** Maximum lag for nodes that must not give up a stalled replica. */
const PATIENT_MS = 60_000
const STRICT_MS = 1000

let primary: Cluster
let replica: Cluster
let replay: pg.Client
let first: TestApp
let second: TestApp
/** A node that uses the replica only while its lag is less than a second. */
let strict: TestApp
let memeId: string
let author: BuiltMember

async function startNode(databaseReadLagMs: number): Promise<TestApp> {
  const engine = await connectPostgres(primary.url)
  // A freshly started node reads from the primary for a while.
  const database = {
    engine: { ...engine, answeringForMs: () => Number.POSITIVE_INFINITY },
    drop: () => engine.close(),
  }
  return createTestApp({ databaseReadUrl: replica.url, databaseReadLagMs, authSecret: 'x'.repeat(40) }, { database })
}

const figures = (node: TestApp) => {
  const now = node.deps.reads.figures()
  if (!now) throw new Error('there is no replica')
  return now
}
const isUsed = (node: TestApp) => figures(node).problem === null
const until = (what: string, holds: () => boolean | Promise<boolean>) =>
  poll(holds, { withinMs: WITHIN_MS, everyMs: 20, missing: what })

async function connectToReplica(): Promise<void> {
  replay = new pg.Client({ connectionString: replica.url })
  replay.on('error', () => {})
  await replay.connect()
}

const pause = async () => {
  await replay.query('select pg_wal_replay_pause()')
  await until('the replica stands still', async () => {
    const { rows } = await replay.query('select pg_get_wal_replay_pause_state() as state')
    return rows[0]?.state === 'paused'
  })
}
const goOn = () => replay.query('select pg_wal_replay_resume()')

/** Waits until everything written so far is readable from the replica. */
async function catchUp(node: TestApp): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(first.db)
  await until('the replica has come as far', async () => {
    const { rows: reached } = await replay.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [rows[0]?.at])
    return reached[0]?.done === true
  })
  await node.deps.reads.look()
}

beforeAll(async () => {
  primary = await startPostgres(process.env.TEST_POSTGRES_FOLDER ?? '')
  replica = await primary.replicate()
  await connectToReplica()
  first = await startNode(PATIENT_MS)
  second = await startNode(PATIENT_MS)
  strict = await startNode(STRICT_MS)
  author = await buildMember(first)
  memeId = (await buildMeme(first, { user: author.user, name: 'as it was' })).id
  await catchUp(first)
  for (const node of [first, second, strict]) await until('the replica is used', () => isUsed(node))
})
afterEach(goOn)
afterAll(async () => {
  for (const node of [strict, second, first]) await node?.stop()
  await replay?.end()
  await replica?.stop()
  await primary?.stop()
})

const nameAt = async (node: TestApp, token?: string) =>
  (await node.call('GET', `/meme/${memeId}`, token ? { token } : {})).body.data.name

/** Changes the row without notifying the nodes. */
const rename = (name: string) =>
  withTransaction(first.db, (tx) => tx.updateTable('memes').set({ name }).where('id', '=', memeId).execute())

test('lists and pages read from the replica', async () => {
  await until('no statement waits', async () => {
    const before = figures(second).counts.replica
    await nameAt(second)
    return figures(second).counts.replica > before
  })
  await pause()
  await rename('changed on the primary')
  expect(await nameAt(second)).toBe('as it was')
  const before = figures(second).counts
  for (const url of [
    '/recommendation-feed?limit=5',
    '/vector-search/text?q=was&limit=5',
    '/trending-memes?period=24h&limit=5',
    `/meme/user/${author.user.username}?limit=5`,
  ])
    expect([url, (await second.call('GET', url)).status]).toEqual([url, 200])
  expect(figures(second).counts.replica).toBeGreaterThan(before.replica)
  await goOn()
  await until('the replica goes on', async () => (await nameAt(second)) === 'changed on the primary')
})

test('a member reads their own writes on every node while others read the replica', async () => {
  const member = await buildMember(first)
  await catchUp(first)
  await until('nothing new is waited for', async () => {
    await second.deps.reads.look()
    const before = figures(second).counts.replica
    await nameAt(second)
    return figures(second).counts.replica > before
  })
  await pause()
  const liked = await first.call('POST', '/user-action', { token: member.token, body: { memeId, action: 'like' } })
  expect(liked.status).toBe(200)
  for (const node of [first, second])
    await until('the member sees the like', async () => {
      const { body } = await node.call('GET', `/meme/${memeId}`, { token: member.token })
      return body.data.viewer.isLiked === true
    })
  const others = await second.call('GET', `/meme/${memeId}`, { headers: { 'user-agent': 'somebody else' } })
  expect(others.body.data.stats.likeCount).toBe(0)
  await goOn()
  await until('all viewers see it', async () => {
    const after = await second.call('GET', `/meme/${memeId}`, { headers: { 'user-agent': 'somebody else' } })
    return after.body.data.stats.likeCount === 1
  })
})

test('a new meme is visible and a removed one hidden at once, whatever the replica lag', async () => {
  const moderator = await buildMember(first, { role: 'moderator' })
  await catchUp(first)
  await pause()
  const made = await buildMeme(first, { user: author.user })
  expect((await second.call('GET', `/meme/${made.id}`)).status).toBe(200)
  const removed = await first.call('POST', `/moderation/memes/${made.id}/remove`, {
    token: moderator.token,
    body: { reason: 'against the rules' },
  })
  expect(removed.status).toBe(200)
  await until('it is gone on the other node', async () => (await second.call('GET', `/meme/${made.id}`)).status === 410)
})

test('a replica beyond the maximum lag is skipped until it catches up', async () => {
  await rename('before')
  await catchUp(strict)
  await pause()
  await rename('after')
  await until('it is too far behind', () => /behind/.test(figures(strict).problem ?? ''))
  expect(await nameAt(strict)).toBe('after')
  const metrics = await strict.app.inject('/metrics')
  expect(metrics.body).toContain('memeroom_replica_used 0')
  expect(Number(/^memeroom_replica_lag_seconds ([\d.]+)/m.exec(metrics.body)?.[1])).toBeGreaterThan(STRICT_MS / 1000)
  await goOn()
  await until('it is used again', () => isUsed(strict))
})

test('a stopped replica fails no request, and is used again after its return', {
  timeout: 90_000,
}, async () => {
  let isOn = true
  const statuses = new Set<number>()
  const visit = async (at: number) => {
    for (let sent = 0; isOn; sent += 1) {
      const node = at % 2 === 0 ? first : second
      const url = sent % 2 === 0 ? `/meme/${memeId}` : '/vector-search/text?q=before&limit=5'
      statuses.add((await node.call('GET', url, { headers: { 'user-agent': `visitor ${at}` } })).status)
    }
  }
  const visits = [0, 1, 2, 3].map(visit)
  await replay.end()
  await replica.halt('immediate')
  for (const node of [first, second]) await until('it is noticed', () => !isUsed(node))
  const served = figures(first).counts.primary
  await until('the primary answers', () => figures(first).counts.primary > served)
  await replica.resume()
  await connectToReplica()
  for (const node of [first, second]) await until('the replica is used again', () => isUsed(node))
  const before = figures(first).counts.replica
  await until('the replica answers', () => figures(first).counts.replica > before)
  isOn = false
  await Promise.all(visits)
  expect([...statuses]).toEqual([200])
})

test('a server that is not a replica of the primary is not used', async () => {
  const problemOf = async (url: string, of: string) => {
    const engine = await connectPostgres(of)
    const opened = openReplica({ url, poolSize: 1, maxLagMs: STRICT_MS, primary: engine.db })
    // Earlier writes may still be on their way to the replica.
    await until('it is not behind', async () => {
      await opened.probe()
      return !/behind/.test(opened.figures().problem ?? '')
    })
    const { problem } = opened.figures()
    await opened.close()
    await engine.close()
    return problem
  }
  expect(await problemOf(replica.url, primary.url)).toBeNull()
  expect(await problemOf(primary.url, primary.url)).toBe('it is not a streaming replica')
  const other = await startPostgres(process.env.TEST_POSTGRES_FOLDER ?? '')
  try {
    expect(await problemOf(replica.url, other.url)).toBe('it is a replica of another server')
  } finally {
    await other.stop()
  }
  expect(await problemOf('postgres://postgres@127.0.0.1:9/postgres', primary.url)).toMatch(/ECONNREFUSED|refused/)
})
