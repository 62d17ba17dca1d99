import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { purgeMemeJob } from '../../domains/memes/jobs.ts'
import { jobKinds } from '../../worker.ts'
import { registerReplicaMetrics } from './replica-metrics.ts'

// A backup opens a second engine.
vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()

const scrape = async () => (await app.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

test('reports the queue by kind and the time of the last backup', async () => {
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

test('reports the backlog of each recurring job that has its own rows', async () => {
  const counted = jobKinds.filter(({ countBacklog }) => countBacklog).map(({ name }) => name)
  expect(counted).toEqual(
    expect.arrayContaining(['relate-memes', 'template-pictures', 'deliver-webhooks', 'purge-caches']),
  )
  const { id } = await buildMeme(app)
  await sql`insert into stale_template_pictures (template_id) values (${id}), (${id})`.execute(app.db)
  await sql`insert into media_purges (key) values ('one'), ('two')`.execute(app.db)
  const webhookId = crypto.randomUUID()
  await app.db
    .insertInto('webhooks')
    .values({ id: webhookId, url: 'https://example.com', events: [], secret: '' })
    .execute()
  await app.db.insertInto('webhook_deliveries').values({ webhook_id: webhookId, event: 'test' }).execute()
  const metrics = await scrape()
  for (const name of counted)
    expect(metrics).toContain(`memeroom_job_backlog{kind="${name}"} ${name === 'purge-caches' ? 2 : 1}`)
})

test('reports slots, connections and storage of a node', async () => {
  await app.deps.blobs.check()
  await expect(app.deps.blobs.put('not a key', '/nowhere', 'image/png')).rejects.toThrow()
  const metrics = await scrape()
  for (const kind of ['read', 'write', 'upload', 'media']) {
    expect(metrics).toMatch(new RegExp(`^memeroom_requests_running\\{kind="${kind}"\\} 0$`, 'm'))
    expect(metrics).toMatch(new RegExp(`^memeroom_requests_refused_total\\{kind="${kind}"\\} 0$`, 'm'))
  }
  expect(metrics).toMatch(/^memeroom_overloaded 0$/m)
  const [requests] = app.deps.connections.figures()
  expect(metrics).toContain(`memeroom_database_connections{pool="requests",state="most"} ${requests?.most}`)
  expect(metrics).toMatch(/^memeroom_storage_duration_seconds_count\{operation="check",outcome="ok"\} 1$/m)
  expect(metrics).toMatch(/^memeroom_storage_duration_seconds_count\{operation="put",outcome="failed"\} 1$/m)
})

test('every answer has a request id, and a server error has it in the body too', async () => {
  const [first, second] = [await app.call('GET', '/config'), await app.call('GET', '/nothing')]
  const ids = [first, second].map(({ headers }) => headers['x-request-id'])
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(ids[0]).not.toBe(ids[1])
  expect((await app.app.inject({ url: '/api/%zz' })).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('Prometheus accepts the alarm rules', async () => {
  const file = fileURLToPath(new URL('../../../deploy/alerts.yaml', import.meta.url))
  const { groups } = load(await readFile(file, 'utf8')) as { groups: { rules: Record<string, unknown>[] }[] }
  const alarms = groups.flatMap(({ rules }) => rules)
  for (const { alert, expr, labels, annotations } of alarms)
    expect([alert, expr, labels, annotations]).toEqual([
      expect.stringMatching(/^Memeroom\w+$/),
      expect.any(String),
      { severity: expect.stringMatching(/^(page|warn)$/) },
      { summary: expect.any(String) },
    ])
  const { error, status, stdout } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  // On Debian, the package `prometheus` contains it.
  if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT')
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${alarms.length} rules found`)])
  const operating = await readFile(fileURLToPath(new URL('../../../docs/operating.md', import.meta.url)), 'utf8')
  for (const { alert } of alarms) expect(operating).toContain(`| ${alert} |`)
})

test.each(['alerts.yaml', 'grafana-dashboard.json'])('deploy/%s uses only existing metrics', async (name) => {
  const text = await readFile(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')
  const named = new Set(text.match(/\b(?:memeroom|nodejs|process)_[a-z0-9_]+(?=[{[ )>"])/g))
  expect(named.size).toBeGreaterThan(5)
  const ofReplica = new Registry()
  registerReplicaMetrics(ofReplica, { ...app.deps.reads, hasReplica: true })
  const known = `${await scrape()}\n${await ofReplica.metrics()}`.match(/(?<=^# HELP )\S+/gm) ?? []
  // Metrics of the embedded engine's maintenance have a separate test, with an engine as a server opens it.
  const found = [...named].filter((metric) => !/^memeroom_(?:database|maintenance)_/.test(metric))
  for (const metric of found) expect(known).toContain(metric.replace(/_(?:bucket|count|sum)$/, ''))
})
