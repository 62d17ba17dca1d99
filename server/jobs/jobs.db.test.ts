import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { withTransaction } from '#server/db/db.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createJobs, type JobKind, type Jobs, worker } from './jobs.ts'

const countJob: JobKind<{ number: number }> = {
  name: 'count',
  schema: z.object({ number: z.int() }),
  retryLimit: 0,
  retryDelaySeconds: 1,
  timeLimitSeconds: 10,
  concurrency: 2,
}

let database: TestDatabase
let jobs: Jobs
afterEach(async () => {
  await jobs.stop()
  await database.drop()
})

test('a row of jobs is worked off without waiting for the next poll after each', { timeout: 20_000 }, async () => {
  database = await createTestDatabase()
  jobs = await createJobs(database.engine, [countJob as unknown as JobKind], {
    error: (object, message) => console.error(message, object),
  })
  const numbers = Array.from({ length: 30 }, (_, number) => number)
  await withTransaction(database.engine.db, async (tx) => {
    for (const number of numbers) await jobs.enqueue(tx, countJob, { number })
  })
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
