import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startS3Server } from '#test/s3-server.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

const KEY = `${'ab12'.repeat(10)}.webp`
const OTHER_KEY = `${'cd34'.repeat(10)}.webp`
const MIME = 'image/webp'

interface Storage {
  blobs: Blobs
  close(): Promise<void>
}

const forms: [string, (folder: string) => Promise<Storage>][] = [
  ['a folder', async (folder) => ({ blobs: await createDiskBlobs(path.join(folder, 'media')), close: async () => {} })],
  [
    'a bucket',
    async () => {
      const server = await startS3Server()
      return { blobs: await createS3Blobs(server.storageUrl), close: () => server.stop() }
    },
  ],
]

describe.each(forms)('blobs in %s', (_name, open) => {
  let folder: TemporaryFolder
  let storage: Storage
  let blobs: Blobs
  beforeEach(async () => {
    folder = await temporaryFolder()
    storage = await open(folder.path)
    blobs = storage.blobs
  })
  afterEach(async () => {
    await storage.close()
    await folder.remove()
  })

  let counter = 0
  async function stage(content: string | Buffer): Promise<string> {
    counter += 1
    const file = path.join(folder.path, `staged-${counter}`)
    await writeFile(file, content)
    return file
  }

  async function contentOf(key: string, range?: { start: number; end: number }): Promise<string> {
    const found = await blobs.read(key, range)
    if (!found) throw new Error(`no ${key}`)
    return text(found.stream)
  }

  async function keys(): Promise<string[]> {
    return (await Readable.from(blobs.list()).toArray()).sort()
  }

  test('returns a stored blob byte by byte and removes it from staging', async () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 31) % 256))
    const staged = await stage(content)
    await blobs.put(KEY, staged, MIME)
    const found = await blobs.read(KEY)
    expect(found).toMatchObject({ size: 100_000, mime: MIME })
    expect(found && (await buffer(found.stream))).toEqual(content)
    expect(await blobs.stat(KEY)).toEqual({ size: 100_000, mime: MIME })
    await expect(access(staged)).rejects.toThrow('ENOENT')
  })

  test('accepts a second put, with another staged file or with the one already taken', async () => {
    const staged = await stage('same')
    await blobs.put(KEY, staged, MIME)
    await blobs.put(KEY, staged, MIME)
    const again = await stage('same')
    await blobs.put(KEY, again, MIME)
    await expect(access(again)).rejects.toThrow('ENOENT')
    expect(await contentOf(KEY)).toBe('same')
    expect(await keys()).toEqual([KEY])
  })

  test('accepts simultaneous puts of the same blob', async () => {
    const staged = await Promise.all(Array.from({ length: 8 }, () => stage('same')))
    await Promise.all(staged.map((file) => blobs.put(KEY, file, MIME)))
    expect(await contentOf(KEY)).toBe('same')
    expect(await keys()).toEqual([KEY])
  })

  test('fails for a missing staged file and stores nothing', async () => {
    await expect(blobs.put(KEY, path.join(folder.path, 'missing'), MIME)).rejects.toThrow('ENOENT')
    expect(await blobs.stat(KEY)).toBeNull()
    expect(await keys()).toEqual([])
  })

  test('reads only the requested range, with the size of the whole', async () => {
    await blobs.put(KEY, await stage('0123456789'), MIME)
    expect(await contentOf(KEY, { start: 2, end: 4 })).toBe('234')
    expect(await contentOf(KEY, { start: 0, end: 0 })).toBe('0')
    expect(await contentOf(KEY, { start: 8, end: 1000 })).toBe('89')
    const found = await blobs.read(KEY, { start: 2, end: 4 })
    found?.stream.destroy()
    expect(found).toMatchObject({ size: 10, mime: MIME })
  })

  test('throws a RangeError for an empty range', async () => {
    await blobs.put(KEY, await stage('0123456789'), MIME)
    await expect(blobs.read(KEY, { start: 10, end: 12 })).rejects.toBeInstanceOf(RangeError)
    await expect(blobs.read(KEY, { start: 4, end: 3 })).rejects.toBeInstanceOf(RangeError)
  })

  test('reads a missing blob as null, and removing it succeeds', async () => {
    expect(await blobs.read(KEY)).toBeNull()
    expect(await blobs.read(KEY, { start: 0, end: 1 })).toBeNull()
    expect(await blobs.stat(KEY)).toBeNull()
    await blobs.remove(KEY)
    expect(await keys()).toEqual([])
  })

  test('removes a blob and leaves its neighbors', async () => {
    await blobs.put(KEY, await stage('a'), MIME)
    await blobs.put(OTHER_KEY, await stage('b'), MIME)
    await blobs.remove(KEY)
    expect(await blobs.read(KEY)).toBeNull()
    expect(await keys()).toEqual([OTHER_KEY])
  })

  test('lists all names over any number of pages', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `${String(at % 3).repeat(39)}${at}.webp`)
    for (const name of names) await blobs.put(name, await stage(name), MIME)
    expect(await keys()).toEqual([...names].sort())
  })

  test.each([
    '../../etc/passwd',
    '..%2f..%2fx.webp',
    'a/b.webp',
    '.hidden.webp',
    'A.webp',
    'noending',
    '',
    `${'a'.repeat(300)}.webp`,
  ])('refuses to store the name %j', async (name) => {
    const staged = await stage('content')
    await expect(blobs.put(name, staged, MIME)).rejects.toThrow('Not a blob key')
    expect(await readFile(staged, 'utf8')).toBe('content')
    expect([await blobs.read(name), await blobs.stat(name)]).toEqual([null, null])
    await blobs.remove(name)
  })

  test('the check succeeds with write access and leaves nothing behind', async () => {
    await blobs.check()
    expect(await keys()).toEqual([])
  })
})
