import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { withTransaction } from '#server/platform/db/db.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { runWaitingJobs } from '#test/waiting-jobs.ts'
import { ServiceDownError } from '../unavailable.ts'
import { createJobs, type JobKind, type Jobs, worker } from './jobs.ts'

const countJob: JobKind<{ number: number }> = {
  name: 'count',
  schema: z.object({ number: z.int() }),
  retryLimit: 0,
  retryDelaySeconds: 1,
  timeLimitSeconds: 300,
  concurrency: 2,
}

let database: TestDatabase
let jobs: Jobs
const logError = vi.fn<(object: unknown, message: string) => void>()
beforeEach(async () => {
  logError.mockReset()
  database = await createTestDatabase()
  jobs = await createJobs(database.engine, [countJob as unknown as JobKind], {
    info: () => {},
    error: logError,
  })
})
afterEach(async () => {
  await jobs.stop()
  await database.drop()
})

async function enqueue(...numbers: number[]): Promise<void> {
  await withTransaction(database.engine.db, async (tx) => {
    for (const number of numbers) await jobs.enqueue(tx, countJob, { number })
  })
}

test('runs queued jobs back to back without polling', { timeout: 20_000 }, async () => {
  const numbers = Array.from({ length: 30 }, (_, number) => number)
  await enqueue(...numbers)
  const done: number[] = []
  await new Promise<void>((resolve) => {
    const count = worker(countJob, async ({ number }) => {
      done.push(number)
      if (done.length === numbers.length) resolve()
    })
    void jobs.work([count])
  })
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers)
})

test('a commit starts its job without polling', { timeout: 20_000 }, async () => {
  // Stops polling for due jobs.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const done: number[] = []
  const begun = async (numbers: number[]) =>
    vi.waitFor(() => expect(done).toEqual(numbers), { timeout: 15_000, interval: 50 })
  try {
    await jobs.work([
      worker(countJob, async ({ number }) => {
        done.push(number)
      }),
    ])
    for (const number of [1, 2, 3]) {
      await enqueue(number)
      await begun(Array.from({ length: number }, (_, at) => at + 1))
      // Wait until both lanes have polled in vain.
      await sleep(300)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a kind that rests runs its next job after a pause, or when the node stops', async () => {
  const resting = { ...countJob, concurrency: 1, restSeconds: 600 }
  const node = await createJobs(database.engine, [resting as unknown as JobKind], { info: () => {}, error: logError })
  const done: number[] = []
  await node.work([
    worker(resting, async ({ number }) => {
      done.push(number)
    }),
  ])
  await enqueue(1)
  await expect.poll(() => done).toEqual([1])
  await enqueue(2)
  const isTaken = () =>
    sql`select from jobs.job where state = 'active' and data->>'number' = '2'`
      .execute(database.engine.db)
      .then(({ rows }) => rows.length)
  await expect.poll(isTaken).toBe(1)
  expect(done).toEqual([1])
  await node.stop()
  expect(done).toEqual([1, 2])
})

test('a failed job is logged with its kind and error', async () => {
  const error = new Error('cannot count')
  await enqueue(1)
  await jobs.work([worker(countJob, () => Promise.reject(error))])
  await expect
    .poll(() => logError.mock.calls)
    .toEqual([[{ err: error, kind: 'count', id: expect.any(String) }, 'a job failed']])
})

test('a failed nightly job stays until after its next run, also in a queue of an earlier version', async () => {
  const nightly = { ...countJob, name: 'nightly', cron: '23 3 * * *' }
  const kinds = [countJob, nightly, { ...countJob, name: 'hourly', cron: '23 * * * *' }] as unknown as JobKind[]
  const stays = async () => {
    const node = await createJobs(database.engine, kinds, { info: () => {}, error: logError })
    await node.stop()
    const { rows } = await sql<{ name: string; seconds: number }>`
      select name, deletion_seconds as seconds from jobs.queue where name = any(${kinds.map(({ name }) => name)})`.execute(
      database.engine.db,
    )
    return Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]))
  }
  const expected = { count: 3600, nightly: 90_000, hourly: 3600 }
  expect(await stays()).toEqual(expected)
  await sql`update jobs.queue set deletion_seconds = 3600`.execute(database.engine.db)
  expect(await stays()).toEqual(expected)
})

test('a job of a killed process is taken over long before its time limit', async () => {
  await enqueue(1, 2)
  // The state after a process claimed them and died; the second job has used up its retries.
  await sql`update jobs.job set state = 'active', started_on = now(), heartbeat_on = now()`.execute(database.engine.db)
  await sql`update jobs.job set retry_count = retry_limit + 5 where data->>'number' = '2'`.execute(database.engine.db)
  const done: number[] = []
  await jobs.work([
    worker(countJob, async ({ number }) => {
      done.push(number)
    }),
  ])
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 25_000, interval: 50 })
})

test('a delayed job starts soon after its time', { timeout: 20_000 }, async () => {
  const done: number[] = []
  await jobs.work([
    worker(countJob, async ({ number }) => {
      done.push(number)
    }),
  ])
  await withTransaction(database.engine.db, (tx) => jobs.enqueue(tx, countJob, { number: 1 }, { afterSeconds: 1 }))
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 15_000, interval: 50 })
})

test('a failure due to an outage does not count as an attempt: the job waits and succeeds', async () => {
  await enqueue(1)
  let runs = 0
  await jobs.work([
    worker(countJob, async () => {
      runs += 1
      if (runs < 4) throw new ServiceDownError('the mail server is away')
    }),
  ])
  // The delay is skipped each time.
  await vi.waitFor(
    async () => {
      await runWaitingJobs({ db: database.engine.db, deps: { jobs } })
      const { rows } = await sql<{ state: string }>`select state from jobs.job`.execute(database.engine.db)
      expect(rows).toEqual([{ state: 'completed' }])
    },
    { timeout: 28_000, interval: 100 },
  )
  expect(runs).toBe(4)
})

test('a run that fails due to an outage runs again, even if the queue completed the job late, for an earlier run', async () => {
  await enqueue(1)
  let runs = 0
  await jobs.work([
    worker(countJob, async () => {
      runs += 1
      if (runs > 1) return
      await sql`update jobs.job set state = 'completed', completed_on = now()`.execute(database.engine.db)
      throw new ServiceDownError('the mail server is away')
    }),
  ])
  await vi.waitFor(
    async () => {
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(database.engine.db)
      expect(runs).toBe(2)
    },
    { timeout: 28_000, interval: 100 },
  )
})
