import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { purgeMemeJob } from '#server/domains/memes/jobs.ts'
import type { OpenedDeps } from '#server/open-deps.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { jobKinds } from '#server/worker.ts'
import { folderForTest, openSite } from '#test/closed-site.ts'
import { createEmbeddedDatabase, createEmptyDatabase } from '#test/database.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { buildFullAccount } from '#test/full-account.ts'
import { loadRelease } from '#test/releases/releases.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { readLines } from './lines.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { readManifest, statePath } from './manifest.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const options: BackupOptions = { keep: 7, version: '0.1.0' }
const restoring: RestoreOptions = { jobKinds, skipDamaged: false }

// The tests open and fill several sites.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
const app = await appForFile()
await buildFullAccount(app, await buildMember(app, { username: 'anna' }), await buildMember(app), 'anna')
beforeEach(async () => {
  folder = await folderForTest()
})

/** Returns a state's rows by table, in an order independent of the engine. */
async function rowsIn(backup: string): Promise<Record<string, string[]>> {
  const { state } = await readManifest(backup)
  const found: Record<string, string[]> = {}
  for (const name of await readdir(path.join(backup, statePath(state, 'rows')))) {
    const lines: string[] = []
    for await (const line of readLines(path.join(backup, statePath(state, 'rows', name)))) lines.push(line)
    found[name] = lines.toSorted()
  }
  return found
}

const pictureNames = async (backup: string) =>
  (await readdir(path.join(backup, 'pictures'), { recursive: true })).filter((name) => name.includes('.')).toSorted()

async function expectSame(site: OpenedDeps, backup: string): Promise<void> {
  const again = await folderForTest()
  await makeBackup(site.deps, again, options)
  expect(await rowsIn(again)).toEqual(await rowsIn(backup))
  expect(await pictureNames(again)).toEqual(await pictureNames(backup))
}

test('a backup made during use is restored completely, rows and pictures, on both engines', async () => {
  const { user } = await buildMember(app)
  await withTransaction(app.db, (tx) =>
    app.deps.jobs.enqueue(tx, purgeMemeJob, { memeId: user.id }, { afterSeconds: 7200 }),
  )
  const living = Promise.all([1, 2, 3].map(() => buildMeme(app, { user })))
  const manifest = await makeBackup(app.deps, folder, options)
  await living
  expect(manifest.problems).toEqual([])
  expect((await verifyBackup(folder)).brokenPictures.size).toBe(0)

  const sites = [await openSite()]
  if (process.env.TEST_DATABASE_URL) sites.push(await openSite(await createEmbeddedDatabase()))
  for (const site of sites) {
    const restored = await restoreBackup(site.deps, folder, restoring)
    expect(restored.rows).toBeGreaterThan(100)
    await expectSame(site, folder)
    const stored = await storedTotals(site.deps.db)
    expect(stored.counted).toEqual(stored.real)
    const jobs = await site.engine.executeSql(
      `select data, start_after > now() + interval '1 hour' as "isLater" from jobs.job where state = 'created' and name = 'purge-meme'`,
    )
    expect(jobs.rows).toContainEqual({ data: { memeId: user.id }, isLater: true })
    expect(await readdir(site.deps.stagingDir)).toHaveLength(1)
    await expect(restoreBackup(site.deps, folder, restoring)).rejects.toThrow('not empty')
  }
})

test('restores and upgrades a backup with the schema of release 0.1.0', async () => {
  const old = await createEmptyDatabase()
  onTestFinished(() => old.drop())
  await loadRelease(old.engine, '0.1.0')
  const deps = { ...app.deps, db: old.engine.db, snapshot: () => old.engine.snapshot(folder) }
  const { migrations } = await makeBackup(deps, folder, options)
  const site = await openSite()
  await restoreBackup(site.deps, folder, restoring)
  expect(await site.checks()).toMatchObject({ migrations: true })
  const stored = await storedTotals(site.deps.db)
  expect(stored.counted).toEqual(stored.real)
  expect(stored.counted.site).not.toMatch(/^0 memes/)
  const names = await site.deps.db.selectFrom('users').select('username').orderBy('username').execute()
  expect(names.map(({ username }) => username)).toEqual(expect.arrayContaining(['ann', 'ben']))
  const again = await folderForTest()
  expect((await makeBackup(site.deps, again, options)).migrations.length).toBeGreaterThan(migrations.length)
})
