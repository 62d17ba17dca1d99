import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobKinds } from '#server/worker.ts'
import { openSite } from '#test/closed-site.ts'
import { buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { type S3Server, startS3Server } from '#test/s3-server.ts'
import type { BackupOptions } from './make-backup.ts'
import { backUpTo, restoreFrom, verifyAt } from './target.ts'

const options: BackupOptions = { keep: 7, version: '0.1.0' }
const restoring = { jobKinds, skipDamaged: false }

// The tests open and fill sites.
vi.setConfig({ testTimeout: 180_000 })

let server: S3Server
let target: string
const app = await appForFile()
for (let at = 0; at < 3; at += 1) await buildMeme(app, { name: `meme ${at}` })
beforeEach(async () => {
  server = await startS3Server()
  target = server.storageUrl.replace('/pictures?', '/safe?')
  onTestFinished(() => server.stop())
})

const keysIn = (folder: string) => [...server.objects.keys()].filter((key) => key.includes(`/${folder}/`)).toSorted()
const verify = () => verifyAt(app.dataDir, target, {})
const workFolders = async () => (await readdir(app.dataDir)).filter((name) => name.startsWith('backup-work-'))

test('a backup in a bucket is verified and restored, and leaves nothing on the disk', async () => {
  const { meme } = await app.db
    .selectFrom('memes')
    .select((build) => build.fn.countAll<string>().as('meme'))
    .executeTakeFirstOrThrow()
  const manifest = await backUpTo(app.deps, target, options)
  expect(manifest.problems).toEqual([])
  expect(keysIn('backup-pictures')).toHaveLength(manifest.pictures.count)
  expect((await verify()).brokenPictures.size).toBe(0)
  expect(await workFolders()).toEqual([])
  const site = await openSite()
  const restored = await restoreFrom(site.deps, target, restoring)
  expect(restored.rows).toBeGreaterThan(Number(meme))
  const keys = await site.deps.db.selectFrom('blobs').select('key').execute()
  for (const { key } of keys) expect(await site.deps.blobs.stat(key)).not.toBeNull()
  expect(keys).toHaveLength(manifest.pictures.count)
})

test('a later backup stores only new pictures, and surplus states are deleted with theirs', async () => {
  await backUpTo(app.deps, target, options)
  const before = new Set(keysIn('backup-pictures'))
  const written: string[] = []
  const { set } = server.objects
  server.objects.set = function (key, value) {
    written.push(key)
    return set.call(this, key, value)
  }
  const meme = await buildMeme(app)
  await backUpTo(app.deps, target, options)
  const added = written.filter((key) => key.includes('/backup-pictures/'))
  expect(added.some((key) => key.endsWith(meme.blob_origin))).toBe(true)
  for (const key of added) expect(before.has(key)).toBe(false)
  await app.db.deleteFrom('memes').where('id', '=', meme.id).execute()
  for (const key of [meme.blob_origin, meme.blob_medium, meme.blob_small])
    await app.db.deleteFrom('blobs').where('key', '=', key).execute()
  await backUpTo(app.deps, target, { ...options, keep: 1 })
  expect(new Set(keysIn('backup-pictures'))).toEqual(before)
  expect(keysIn('backup-states').filter((key) => key.endsWith('.json'))).toHaveLength(1)
  expect((await verify()).brokenFiles).toEqual([])
})

test('a backup interrupted before its manifest never counts as complete', async () => {
  await backUpTo(app.deps, target, options)
  for (const key of keysIn('backup-states')) if (key.endsWith('.json')) server.objects.delete(key)
  await expect(verify()).rejects.toThrow('s3://memes/safe contains no complete backup')
  const site = await openSite()
  await expect(restoreFrom(site.deps, target, restoring)).rejects.toThrow('contains no complete backup')
  const left = keysIn('backup-states').length
  await backUpTo(app.deps, target, options)
  expect(keysIn('backup-states')).toHaveLength(left + 1)
  expect((await verify()).brokenFiles).toEqual([])
})

test('names missing and corrupt objects in the bucket, in the commands too', async () => {
  await backUpTo(app.deps, target, options)
  const [lost = '', rotten = ''] = keysIn('backup-pictures')
  server.objects.delete(lost)
  const body = Buffer.from(server.objects.get(rotten)?.body ?? '')
  body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1
  server.objects.set(rotten, { body, contentType: 'image/webp', cacheControl: undefined })
  const shown = await operate(app.deps, 'verify', target)
  expect(shown.code).toBe(1)
  expect(shown.lines).toEqual(
    expect.arrayContaining([
      `! picture ${path.basename(lost)} is missing`,
      `! picture ${path.basename(rotten)} is damaged`,
    ]),
  )
  const part = keysIn('backup-states').find((key) => key.endsWith('.part')) ?? ''
  server.objects.delete(part)
  const { brokenFiles, manifest } = await verify()
  expect(brokenFiles.length).toBeGreaterThan(0)
  expect(brokenFiles.length).toBeLessThanOrEqual(manifest.files.length)
  for (const line of brokenFiles) expect(line).toMatch(/ is (missing|damaged)$/)
  expect(shown.lines.join('\n')).not.toContain('secret')
})
