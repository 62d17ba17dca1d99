import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/db.ts'
import { digesting } from '../backup/lines.ts'
import { isContent } from '../backup/store-pictures.ts'
import { findUse, type KnownFile, knownFiles, unknownOf } from './file-queries.ts'

export interface CheckOptions {
  /** Also compare contents with names. */
  isDeep: boolean
  /** Remove files that no row references. */
  isFixing: boolean
  onFinding(line: string): void
  onProgress(line: string): void
  signal: AbortSignal
}

export interface Checked {
  files: number
  missing: number
  damaged: number
  orphans: number
}

/** Names of pictures. A bucket also holds exports and received upload files, with other names. */
const PICTURE_NAME = /^[0-9a-f]{40}\.[a-z0-9]+$/
const BATCH = 200

/**
 * Compares rows with the storage: finds missing or damaged files, and files that no row references. An upload announces a file
 * before storing it, so a file without a row is an orphan.
 */
export async function checkFiles({ db, blobs }: { db: Db; blobs: Blobs }, options: CheckOptions): Promise<Checked> {
  const found: Checked = { files: 0, missing: 0, damaged: 0, orphans: 0 }
  for await (const file of knownFiles(db)) {
    if (options.signal.aborted) return found
    const state = await stateOf(blobs, file, options.isDeep)
    found.files += 1
    options.onProgress(`${found.files} files checked`)
    // Check again: the row may have been deleted meanwhile.
    if (state === 'whole' || (await unknownOf(db, [file.key])).length > 0) continue
    found[state] += 1
    options.onFinding(`${file.key} is ${state}; it belongs to ${(await findUse(db, file.key)) ?? 'nothing'}`)
  }
  let batch: string[] = []
  const settle = async () => {
    for (const key of await unknownOf(db, batch)) {
      found.orphans += 1
      options.onFinding(`${key} is unused${options.isFixing ? '; removed' : ''}`)
      if (options.isFixing) await blobs.remove(key)
    }
    batch = []
  }
  for await (const key of blobs.list()) {
    if (options.signal.aborted) return found
    if (PICTURE_NAME.test(key)) batch.push(key)
    if (batch.length >= BATCH) await settle()
  }
  await settle()
  return found
}

async function stateOf(blobs: Blobs, file: KnownFile, isDeep: boolean): Promise<'whole' | 'missing' | 'damaged'> {
  if (!isDeep) {
    const stored = await blobs.stat(file.key)
    if (!stored) return 'missing'
    return stored.size === file.bytes ? 'whole' : 'damaged'
  }
  const read = await blobs.read(file.key)
  if (!read) return 'missing'
  const { stream, result } = digesting()
  for await (const _chunk of read.stream.pipe(stream)) {
    // Consume the stream; only the digest is needed.
  }
  return isContent(file.key, result(), file.bytes) ? 'whole' : 'damaged'
}
