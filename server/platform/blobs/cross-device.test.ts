import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { createDiskBlobs } from './disk-blobs.ts'

// Simulates staging on another file system: the first rename fails as it would in the operating system.
async function renameOnOneFileSystem(from: string, to: string): Promise<void> {
  if (from.includes('staging')) throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' })
  await rename(from, to)
}

const KEY = `${'ab12'.repeat(10)}.webp`

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

test('copies a staged file from another file system, renames it, and removes it from staging', async () => {
  const media = path.join(folder.path, 'media')
  const blobs = await createDiskBlobs(media, renameOnOneFileSystem)
  const staged = path.join(folder.path, 'staging-1')
  await writeFile(staged, 'content')
  await blobs.put(KEY, staged, 'image/webp')
  await blobs.put(KEY, staged, 'image/webp')
  expect(await readFile(path.join(media, 'ab', KEY), 'utf8')).toBe('content')
  expect(await readdir(path.join(media, '.incoming'))).toEqual([])
  expect(await readdir(folder.path)).toEqual(['media'])
})
