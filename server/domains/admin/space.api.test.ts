import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeLastBackup } from '#server/ops/backup/database-queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })

/** Measures again, as after ten minutes. */
const read = async () => {
  app.deps.caches.clear()
  return (await app.call('GET', '/admin/space', { token: admin.token })).body.data
}
/** Sums the files that a condition selects. */
const sum = async (condition: RawBuilder<unknown>) =>
  (
    await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from blobs where ${condition}`.execute(
      app.db,
    )
  ).rows[0]?.bytes

test('adds up originals, sizes, and other files, each file once', async () => {
  const before = await read()
  expect(before).toMatchObject({ originals: 0, sizes: 0, otherFiles: 0, waiting: 0, exports: 0, backup: null })
  expect(before.database).toBeGreaterThan(2 ** 20)
  expect(before.disk.free).toBeLessThanOrEqual(before.disk.total)
  await buildMeme(app, { user: admin.user })
  const meme = await buildMeme(app, { user: admin.user })
  await app.db.insertInto('blobs').values({ key: 'avatar.webp', bytes: 1234, mime: 'image/webp' }).execute()
  const after = await read()
  expect(after).toMatchObject({
    originals: await sum(sql`key in (select blob_origin from memes)`),
    sizes: await sum(sql`key in (select blob_medium from memes union select blob_small from memes)`),
    otherFiles: 1234,
  })
  // A small picture that is its own medium size counts as a size only.
  await changeMemes(app.db, meme.id, { blob_medium: meme.blob_origin })
  const shared = await read()
  expect(shared.originals).toBe(await sum(sql`key in (select blob_origin from memes where id <> ${meme.id})`))
  expect(shared.originals + shared.sizes + shared.otherFiles).toBe(await sum(sql`true`))
})

test('gives the time and the size of the last backup', async () => {
  const createdAt = '2026-11-20T02:41:00.000Z'
  const files = [{ path: 'states/a/rows/users.jsonl.gz', bytes: 100, sha256: '0'.repeat(64) }]
  await withTransaction(app.db, (tx) => storeLastBackup(tx, { createdAt, files, pictures: { count: 2, bytes: 5000 } }))
  expect((await read()).backup).toEqual({ at: createdAt, bytes: 5100 })
})

test('is measured at most once in ten minutes', async () => {
  const { measuredAt } = await read()
  const again = await app.call('GET', '/admin/space', { token: admin.token })
  expect(again.body.data.measuredAt).toBe(measuredAt)
})
