import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTransaction } from '#server/db/db.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { operate } from '#test/operator.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { purgeMemeJob } from '../domains/memes/jobs.ts'

// A backup opens a second engine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const scrape = async () => (await app.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

test('the queue shows by kind, and the last backup by its time', async () => {
  expect(await scrape()).not.toMatch(/^memeroom_last_backup_timestamp_seconds \d/m)
  const memeId = '018f0000-0000-7000-8000-000000000000'
  await withTransaction(app.db, (tx) => app.deps.jobs.enqueue(tx, purgeMemeJob, { memeId }, { afterSeconds: 3600 }))
  const folder = await temporaryFolder()
  try {
    expect((await operate(app.deps, 'backup', folder.path)).code).toBe(0)
  } finally {
    await folder.remove()
  }
  const metrics = await scrape()
  expect(metrics).toMatch(/^memeroom_jobs\{kind="purge-meme",state="waiting"\} 1$/m)
  expect(metrics).toMatch(/^memeroom_jobs_oldest_seconds\{kind="purge-meme"\} 0$/m)
  expect(metrics).toMatch(
    /^memeroom_last_backup_timestamp_seconds 1\.\d+e9$|^memeroom_last_backup_timestamp_seconds \d{10}/m,
  )
})

test.each(['alerts.yaml', 'grafana-dashboard.json'])('deploy/%s names only metrics that there are', async (name) => {
  const text = await readFile(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')
  const named = new Set(text.match(/\b(?:memeroom|nodejs|process)_[a-z0-9_]+(?=[{[ )>"])/g))
  expect(named.size).toBeGreaterThan(5)
  const known = (await scrape()).match(/(?<=^# HELP )\S+/gm) ?? []
  // Those of the embedded engine's maintenance have a test of their own, with the engine that a server opens.
  const found = [...named].filter((metric) => !/^memeroom_(?:database|maintenance)_/.test(metric))
  for (const metric of found) expect(known).toContain(metric.replace(/_(?:bucket|count|sum)$/, ''))
})
