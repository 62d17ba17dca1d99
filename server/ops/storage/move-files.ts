import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/db.ts'
import { stagingPath } from '../../platform/images/staging.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { digesting } from '../backup/lines.ts'
import { isContent } from '../backup/store-pictures.ts'
import { type KnownFile, knownFiles } from './file-queries.ts'

const AT_ONCE = 8

export interface MoveOptions {
  /** Remove each file from the old storage once the new one has it. */
  isRemoving: boolean
  onFinding(line: string): void
  onProgress(line: string): void
  signal: AbortSignal
}

export interface Moved {
  copied: number
  /** Already in the new storage. */
  present: number
  removed: number
  /** Missing or damaged in the old storage, and absent from the new one. */
  failed: number
}

/** Copies the site's missing files from one storage to another. It can be stopped and repeated. */
export async function moveFiles(
  { db, stagingDir, from, to }: { db: Db; stagingDir: string; from: Blobs; to: Blobs },
  options: MoveOptions,
): Promise<Moved> {
  const moved: Moved = { copied: 0, present: 0, removed: 0, failed: 0 }
  const move = async (file: KnownFile) => {
    const outcome = (await to.stat(file.key))?.size === file.bytes ? 'present' : await copy(from, to, file, stagingDir)
    moved[outcome] += 1
    if (outcome === 'failed') options.onFinding(`${file.key} is missing or damaged`)
    else if (options.isRemoving && (await from.stat(file.key))) {
      await from.remove(file.key)
      moved.removed += 1
    }
    options.onProgress(`${moved.copied} copied, ${moved.present} there already`)
  }
  await inParallel(knownFiles(db), AT_ONCE, move, options.signal)
  return moved
}

async function copy(from: Blobs, to: Blobs, file: KnownFile, stagingDir: string): Promise<'copied' | 'failed'> {
  const found = await from.read(file.key)
  if (!found) return 'failed'
  const staged = await stagingPath(stagingDir, 'moved')
  const { stream, result } = digesting()
  try {
    await pipeline(found.stream, stream, createWriteStream(staged))
    if (!isContent(file.key, result(), file.bytes)) return 'failed'
    await to.put(file.key, staged, file.mime)
    return 'copied'
  } finally {
    await rm(staged, { force: true })
  }
}
