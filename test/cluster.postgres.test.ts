import { expect, test } from 'vitest'
import { runCluster } from './cluster/run-cluster.ts'

const FAULT_MS = 1500
const PAUSE_MS = 100

// `npm run bench -- cluster MINUTES` does the same for longer.
test('loses nothing acknowledged while nodes, PostgreSQL, S3 and mail fail one after another', {
  timeout: 900_000,
}, async () => {
  const report = await runCluster({
    postgresFolder: process.env.TEST_POSTGRES_FOLDER ?? '',
    seconds: 0,
    faultMs: FAULT_MS,
    pauseMs: PAUSE_MS,
  })
  expect(report.wrong).toEqual([])
  const { reads, views, uploads, bulks, registered, resumes } = report.done
  for (const count of [reads, views, uploads, bulks, registered, resumes]) expect(count).toBeGreaterThan(0)
  expect(report.codes).toEqual([0, 0, 0, 0])
})
