import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { openBlobs } from './open-blobs.ts'

const KEY = `${'ab12'.repeat(10)}.webp`

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

async function stage(directory: string): Promise<string> {
  const file = path.join(directory, 'staged')
  await writeFile(file, 'content')
  return file
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
}

test('stores files in folders named by their first two characters', async () => {
  const blobs = await openBlobs({ mediaDir: path.join(folder.path, 'media') })
  await blobs.put(KEY, await stage(folder.path), 'image/webp')
  await blobs.check()
  expect(await filesIn(path.join(folder.path, 'media'))).toEqual([path.join('ab', KEY)])
})

test('does not list unknown files in the folder', async () => {
  const media = path.join(folder.path, 'media')
  const blobs = await createDiskBlobs(media)
  await blobs.put(KEY, await stage(folder.path), 'image/webp')
  await writeFile(path.join(media, '.DS_Store'), 'x')
  await writeFile(path.join(media, 'ab', '.nfs0001'), 'x')
  expect(await Readable.from(blobs.list()).toArray()).toEqual([KEY])
})

test('a file removed while being read is read to its end', async () => {
  const blobs = await createDiskBlobs(path.join(folder.path, 'media'))
  await blobs.put(KEY, await stage(folder.path), 'image/webp')
  const found = await blobs.read(KEY)
  await blobs.remove(KEY)
  expect(found && (await text(found.stream))).toBe('content')
})

test('deletes old partial copies at the next start, but not recent ones', async () => {
  const incoming = path.join(folder.path, 'media', '.incoming')
  await mkdir(incoming, { recursive: true })
  await writeFile(path.join(incoming, 'young'), 'x')
  await writeFile(path.join(incoming, 'old'), 'x')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await utimes(path.join(incoming, 'old'), twoHoursAgo, twoHoursAgo)
  await createDiskBlobs(path.join(folder.path, 'media'))
  expect(await readdir(incoming)).toEqual(['young'])
})

test('the check fails without write access', async () => {
  const media = path.join(folder.path, 'media')
  const blobs = await createDiskBlobs(media)
  await rm(media, { recursive: true })
  await writeFile(media, 'a file stands where the folder was')
  await expect(blobs.check()).rejects.toThrow(/ENOTDIR|EEXIST/)
})
