import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { knownFiles } from '#server/ops/storage/file-queries.ts'
import { stageFinished, stagingPath } from '#server/platform/images/staging.ts'
import { buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { sweepAnnounced } from './jobs.ts'
import { renewAnnouncement } from './queries.ts'
import { withStoredFiles } from './store-files.ts'

const app = await appForFile()

async function stagedFile(content: string) {
  const file = await stagingPath(app.deps.stagingDir, 'png')
  await writeFile(file, content)
  return stageFinished(file, 'png', 'image/png')
}

/** Makes this file's announcement expire. */
const expire = (key: string) =>
  sql`update blobs set pending_until = clock_timestamp() - interval '1 second' where key = ${key}`.execute(app.db)

const isStored = async (key: string) => (await app.deps.blobs.stat(key)) !== null

test('a sweep spares files of an upload in progress, and deletes them after it failed', async () => {
  const file = await stagedFile('in flight')
  const upload = withStoredFiles(app.deps, [file], async () => {
    await expire(file.key)
    await sweepAnnounced(app.deps)
    expect(await isStored(file.key)).toBe(true)
    throw new Error('failed')
  })
  await expect(upload).rejects.toThrow('failed')
  await sweepAnnounced(app.deps)
  expect(await isStored(file.key)).toBe(false)
})

test('an announcement by another node holds while renewed and is swept once it expires', async () => {
  const file = await stagedFile('of another node')
  await withStoredFiles(app.deps, [file], async () => {})
  await expire(file.key)
  await renewAnnouncement(app.db, [file.key])
  await sweepAnnounced(app.deps)
  expect(await isStored(file.key)).toBe(true)
  await expire(file.key)
  await sweepAnnounced(app.deps)
  expect(await isStored(file.key)).toBe(false)
})

test('a failed upload of a shared picture leaves its meme intact, and a move still finds the file', async () => {
  const { blob_origin: key } = await buildMeme(app)
  await sql`update blobs set pending_until = clock_timestamp() + interval '1 hour' where key = ${key}`.execute(app.db)
  const known: string[] = []
  for await (const file of knownFiles(app.db)) known.push(file.key)
  expect(known).toContain(key)
  await expire(key)
  await sweepAnnounced(app.deps)
  expect(await isStored(key)).toBe(true)
  const row = await app.db.selectFrom('blobs').select('pending_until').where('key', '=', key).executeTakeFirst()
  expect(row).toEqual({ pending_until: null })
})
