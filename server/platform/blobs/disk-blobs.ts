import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { copyPrivately } from '../../ops/data-directory/private-files.ts'
import { syncFile, syncFolder } from '../sync-file.ts'
import { type Blobs, clampRange, isBlobKey, mimeOfKey, requireBlobKey } from './blobs.ts'

/** Folder for copies from other file systems, before the final rename. Its name is not a valid blob key. */
const INCOMING = '.incoming'
const INCOMING_MAX_AGE_SECONDS = 3600

/** Fails with EXDEV across file systems. */
type Rename = (from: string, to: string) => Promise<void>

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(nullWhenMissing)) !== null
}

/** Removes partial copies left by a crash. */
async function sweepIncoming(incoming: string): Promise<void> {
  const before = Date.now() - INCOMING_MAX_AGE_SECONDS * 1000
  for (const name of (await readdir(incoming).catch(nullWhenMissing)) ?? []) {
    const file = path.join(incoming, name)
    const entry = await stat(file).catch(nullWhenMissing)
    if (entry && entry.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Renames the file. If staging is on another file system, first copies it next to the target. */
async function moveInto(target: string, stagedPath: string, incoming: string, move: Rename): Promise<void> {
  try {
    await move(stagedPath, target)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await mkdir(incoming, { recursive: true })
    const copy = path.join(incoming, randomUUID())
    try {
      await copyPrivately(stagedPath, copy)
      await syncFile(copy)
      await rename(copy, target)
    } finally {
      await rm(copy, { force: true })
    }
    await rm(stagedPath, { force: true })
  }
}

async function put(directory: string, target: string, stagedPath: string, move: Rename): Promise<void> {
  const isFirstOfFolder = (await mkdir(path.dirname(target), { recursive: true })) !== undefined
  try {
    await syncFile(stagedPath)
    await moveInto(target, stagedPath, path.join(directory, INCOMING), move)
  } catch (error) {
    // ENOENT: an earlier call consumed the staged file. The others: Windows cannot replace an open file.
    const mayBeThere = ['ENOENT', 'EPERM', 'EACCES', 'EBUSY', 'EEXIST'].includes(codeOf(error) ?? '')
    if (!mayBeThere || !(await exists(target))) throw error
    await rm(stagedPath, { force: true })
    return
  }
  await syncFolder(path.dirname(target))
  if (isFirstOfFolder) await syncFolder(directory)
}

async function read(file: string, key: string, range?: { start: number; end: number }) {
  const handle = await open(file, 'r').catch(nullWhenMissing)
  if (handle === null) return null
  try {
    // Stat the open file, so that size and bytes match even if the file is removed meanwhile.
    const { size } = await handle.stat()
    const stream = handle.createReadStream(range ? clampRange(range, size) : {})
    return { stream, size, mime: mimeOfKey(key) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* listKeys(directory: string): AsyncIterable<string> {
  for (const fan of (await readdir(directory).catch(nullWhenMissing)) ?? []) {
    if (fan.length !== 2) continue
    for await (const entry of await opendir(path.join(directory, fan))) {
      if (entry.isFile() && isBlobKey(entry.name)) yield entry.name
    }
  }
}

async function check(directory: string): Promise<void> {
  const incoming = path.join(directory, INCOMING)
  await mkdir(incoming, { recursive: true })
  const probe = path.join(incoming, randomUUID())
  try {
    await writeFile(probe, 'x', { flush: true })
  } finally {
    await rm(probe, { force: true })
  }
}

/**
 * Stores blobs as files, in folders named by the first two characters of the key. Staging should be on the same file system, so
 * that `put` is a rename.
 */
export async function createDiskBlobs(directory: string, move: Rename = rename): Promise<Blobs> {
  await mkdir(directory, { recursive: true })
  await sweepIncoming(path.join(directory, INCOMING))
  const placeOf = (key: string) => [key.slice(0, 2), key]
  const fileOf = (key: string) => path.join(directory, ...placeOf(key))
  return {
    async put(key, stagedPath) {
      requireBlobKey(key)
      await put(directory, fileOf(key), stagedPath, move)
    },
    read: async (key, range) => (isBlobKey(key) ? read(fileOf(key), key, range) : null),
    async stat(key) {
      const entry = isBlobKey(key) ? await stat(fileOf(key)).catch(nullWhenMissing) : null
      return entry && { size: entry.size, mime: mimeOfKey(key) }
    },
    async remove(key) {
      if (isBlobKey(key)) await rm(fileOf(key), { force: true })
    },
    async locate(key) {
      requireBlobKey(key)
      return placeOf(key).join('/')
    },
    list: () => listKeys(directory),
    check: () => check(directory),
  }
}
