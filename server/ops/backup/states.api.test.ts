import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { jobKinds } from '#server/worker.ts'
import type { TestApp } from '#test/app.ts'
import { folderForTest, openSite } from '#test/closed-site.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { listStates, type Manifest, picturePath, publishManifest, readManifest } from './manifest.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const options: BackupOptions = { keep: 7, version: '0.1.0' }
const restoring: RestoreOptions = { jobKinds, skipDamaged: false }

// The tests open and fill several sites.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
const app = await appForFile()
await buildMeme(app)
beforeEach(async () => {
  folder = await folderForTest()
})

test('a later backup copies only new pictures; surplus old states are deleted with their pictures', async () => {
  const { user } = await buildMember(app)
  const meme = await buildMeme(app, { user })
  const first = await makeBackup(app.deps, folder, options)
  await app.db.deleteFrom('memes').where('id', '=', meme.id).execute()
  await app.db.deleteFrom('blobs').where('key', '=', meme.blob_medium).execute()
  const file = path.join(folder, picturePath(meme.blob_medium))
  await makeBackup(app.deps, folder, options)
  expect((await listStates(folder)).whole).toHaveLength(2)
  expect((await readFile(file)).length).toBeGreaterThan(0)
  expect((await verifyBackup(folder, { state: first.state })).brokenPictures.size).toBe(0)
  await makeBackup(app.deps, folder, { ...options, keep: 1 })
  expect((await listStates(folder)).whole).toHaveLength(1)
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

test('refuses the folders of the server, also through a link, and permits others in DATA_DIR', async () => {
  const { dataDir } = app.deps.config
  const link = path.join(await mkdtemp(path.join(tmpdir(), 'link-')), 'staging')
  await symlink(app.deps.stagingDir, link)
  const refused = ['.', 'media', 'media/../media/backup', 'staging/backup', 'outbox', 'exports', 'database'].map(
    (name) => path.join(dataDir, name),
  )
  for (const name of [...refused, path.join(link, 'backup'), path.relative('.', path.join(dataDir, 'media'))]) {
    const { code, lines } = await operate(app.deps, 'backup', name)
    expect([name, code, lines.join(' ')]).toEqual([name, 1, expect.stringContaining('belongs to the server')])
  }
  const allowed = path.join(dataDir, 'media-backup')
  expect((await operate(app.deps, 'backup', allowed)).code).toBe(0)
  for (const name of [allowed, path.dirname(link)]) await rm(name, { recursive: true })
})

test('an interrupted backup never counts as complete, and the next one deletes its rest', async () => {
  const stop = new AbortController()
  const onProgress = (line: string) => line.includes('rows of users') && stop.abort()
  await expect(makeBackup(app.deps, folder, { ...options, onProgress, signal: stop.signal })).rejects.toThrow('stopped')
  await expect(verifyBackup(folder)).rejects.toThrow('no complete backup')
  const site = await openSite()
  await expect(restoreBackup(site.deps, folder, restoring)).rejects.toThrow('no complete backup')
  await makeBackup(app.deps, folder, options)
  expect((await listStates(folder)).broken).toEqual([])
  expect((await verifyBackup(folder)).brokenFiles).toEqual([])
})

test('names damaged and missing files in the backup and in the storage', async () => {
  const { user } = await buildMember(app)
  const [lost, rotten, gone] = [
    await buildMeme(app, { user }),
    await buildMeme(app, { user }),
    await buildMeme(app, { user }),
  ]
  await makeBackup(app.deps, folder, options)
  const flip = async (file: string) => {
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  await rm(path.join(folder, picturePath(lost.blob_origin)))
  await flip(path.join(folder, picturePath(rotten.blob_origin)))
  const { brokenPictures } = await verifyBackup(folder)
  expect([...brokenPictures].toSorted()).toEqual(
    [
      [lost.blob_origin, 'missing'],
      [rotten.blob_origin, 'damaged'],
    ].toSorted(),
  )
  const shown = await operate(app.deps, 'verify', folder)
  expect([shown.code, shown.lines.join('\n')]).toEqual([1, expect.stringContaining(rotten.blob_origin)])

  const site = await openSite()
  await expect(restoreBackup(site.deps, folder, restoring)).rejects.toThrow('--skip-damaged')
  expect((await restoreBackup(site.deps, folder, { ...restoring, skipDamaged: true })).broken).toHaveLength(2)

  const { files } = await readManifest(folder)
  await flip(path.join(folder, files.find(({ path: name }) => name.endsWith('/users.jsonl.gz'))?.path ?? ''))
  expect((await verifyBackup(folder)).brokenFiles).toEqual([expect.stringContaining('users.jsonl.gz is damaged')])

  await app.deps.blobs.remove(gone.blob_small)
  const again = await operate(app.deps, 'backup', await folderForTest())
  expect([again.code, again.lines.join('\n')]).toEqual([
    1,
    expect.stringContaining(`picture ${gone.blob_small} is missing`),
  ])
  await app.db.deleteFrom('memes').where('id', '=', gone.id).execute()
  await app.db.deleteFrom('blobs').where('key', '=', gone.blob_small).execute()
})

describe('a manifest', () => {
  let manifest: Manifest
  beforeAll(async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'memeroom-backup-'))
    try {
      manifest = await makeBackup(app.deps, made, options)
    } finally {
      await rm(made, { recursive: true })
    }
  })

  test('with one changed letter is refused, and one of a newer version', async () => {
    await publishManifest(folder, manifest)
    expect(await readManifest(folder)).toEqual(await readManifest(folder, manifest.state))
    const file = path.join(folder, 'manifest.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/"count": \d/, '"count": 9999'))
    await expect(verifyBackup(folder)).rejects.toThrow('manifest.json is damaged')
    await writeFile(file, '{"format":2}')
    await expect(verifyBackup(folder)).rejects.toThrow('newer version')
    await writeFile(file, text.slice(0, 100))
    await expect(verifyBackup(folder)).rejects.toThrow('manifest.json is damaged')
  })

  test.each(['../outside', '/etc/hostname', 'states/../../outside', 'states\\..\\outside', 'C:/outside', 'a\0b'])(
    'with the file name %j is refused',
    async (file) => {
      await publishManifest(folder, { ...manifest, files: [{ path: file, bytes: 1, sha256: '0'.repeat(64) }] })
      await expect(readManifest(folder)).rejects.toThrow('manifest.json is damaged')
    },
  )
})

test('a member who joins during a restore does not lose the account, and the restore ends', async () => {
  await makeBackup(app.deps, folder, options)
  const site = await openSite()
  let hasJoined = false
  const joining = {
    ...site.deps.blobs,
    async put(...given: Parameters<typeof site.deps.blobs.put>) {
      if (!hasJoined) {
        hasJoined = true
        await buildMember({ db: site.deps.db, deps: site.deps } as TestApp, { username: 'newcomer' })
      }
      await site.deps.blobs.put(...given)
    },
  }
  await expect(restoreBackup({ ...site.deps, blobs: joining }, folder, restoring)).rejects.toThrow(
    'the site is not empty',
  )
  const people = await site.deps.db.selectFrom('users').select('username').execute()
  expect(people).toEqual([{ username: 'newcomer' }])
})
