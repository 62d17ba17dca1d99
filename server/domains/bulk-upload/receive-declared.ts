import { createReadStream } from 'node:fs'
import {
  BULK_PART_MIN_BYTES,
  BULK_UNFINISHED_MAX_BYTES,
  BULK_UNFINISHED_SITE_MAX_BYTES,
  KIBIBYTE,
} from '#contract/limits.ts'
import type { BulkFileState } from '#contract/memes/bulk-upload.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { PictureError } from '#server/platform/images/picture-error.ts'
import {
  asPicture,
  discard,
  receiveBytes,
  receivePicture,
  type StagedBytes,
  type StagedSource,
} from '#server/platform/images/staging.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import type { Member } from '#server/platform/viewer.ts'
import { completeDeclared, countUnfinished, type DeclaredFile, requireDeclared, setParts } from './awaited-queries.ts'
import { presentDeclared } from './declare-files.ts'
import { queueFile } from './jobs.ts'
import { notifyIfFinished } from './notify-if-finished.ts'
import { bumpVersion, lockUpload, lockUploadsOf } from './queries.ts'
import { keep, removeStaged } from './receive-files.ts'

type ReceiveDeps = Pick<Deps, 'db' | 'jobs' | 'uploadStore' | 'stagingDir'>
interface Place {
  uploadId: string
  fileId: string
}

export interface SentBytes {
  bytes: AsyncIterable<Buffer>
  /** As declared by the request; undefined if unknown. */
  length: number | undefined
  /** Offset of the part; undefined for a whole file. */
  offset: number | undefined
}

/**
 * Receives a declared file, or its next part. Does not read a file again after it has arrived. Discards a part if its connection
 * breaks. Throws upload.notFound, upload.wrongOffset (with the offset to continue from), upload.wrongSize, upload.partTooSmall,
 * upload.tooManyUnfinished.
 */
export async function receiveDeclared(
  deps: ReceiveDeps,
  viewer: Member,
  at: Place,
  { bytes, length, offset }: SentBytes,
): Promise<BulkFileState> {
  const file = await requireDeclared(deps.db, viewer, at)
  const isWhole = offset === undefined
  if (!isWhole && offset !== presentDeclared(file).offset) throw wrongOffset(file)
  if (!file.isAwaited) return presentDeclared(file)
  const left = file.bytes - (offset ?? 0)
  if (length !== undefined && (isWhole ? length !== left : length > left)) throw new AppError('upload.wrongSize')
  const part = await receiveBytes(bytes, { stagingDir: deps.stagingDir, maxBytes: left }).catch(asWrongSize)
  if (part.bytes === left) return complete(deps, viewer, at, part, isWhole ? [] : file.partKeys)
  if (isWhole || part.bytes < BULK_PART_MIN_BYTES) {
    await discard(part)
    if (isWhole) throw new AppError('upload.wrongSize')
    throw new AppError('upload.partTooSmall', { params: { count: String(BULK_PART_MIN_BYTES / KIBIBYTE) } })
  }
  await commit(deps, part, (tx) => appendPart(tx, viewer, at, file, deps.uploadStore.nameOf(part), part.bytes))
  return presentDeclared(await requireDeclared(deps.db, viewer, at))
}

const wrongOffset = (file: DeclaredFile) =>
  new AppError('upload.wrongOffset', { fields: { offset: presentDeclared(file).offset } })

function asWrongSize(error: unknown): never {
  throw error instanceof PictureError ? new AppError('upload.wrongSize') : error
}

/** Adds a part at the end of a file. Throws upload.wrongOffset if another request has added one meanwhile. */
async function appendPart(tx: Tx, viewer: Member, at: Place, before: DeclaredFile, key: string, bytes: number) {
  await lockUploadsOf(tx, viewer.userId)
  const file = await lockDeclared(tx, viewer, at)
  if (!file.isAwaited || file.received !== before.received) throw wrongOffset(file)
  const { own, all } = await countUnfinished(tx, viewer.userId)
  if (own + bytes > BULK_UNFINISHED_MAX_BYTES || all + bytes > BULK_UNFINISHED_SITE_MAX_BYTES)
    throw new AppError('upload.tooManyUnfinished', { retryAfterSeconds: 60 })
  await setParts(tx, file, [...file.partKeys, key], file.received + bytes)
  return { isUsed: true, unused: [] }
}

/** Puts the last bytes after the earlier parts, and queues the file, or fails it if it is no picture. */
async function complete(
  deps: ReceiveDeps,
  viewer: Member,
  at: Place,
  last: StagedBytes,
  partKeys: string[],
): Promise<BulkFileState> {
  const source = await joined(deps, last, partKeys)
  if (source === 'partLost') {
    await withTransaction(deps.db, async (tx) => setParts(tx, await lockDeclared(tx, viewer, at), [], 0))
    throw new AppError('upload.wrongOffset', { fields: { offset: 0 } })
  }
  const fill = async (tx: Tx) => {
    const file = await lockDeclared(tx, viewer, at)
    if (!file.isAwaited) return { isUsed: false, unused: [] }
    if (source instanceof PictureError) await completeDeclared(tx, file, { code: source.code })
    else {
      await completeDeclared(tx, file, { staged: { ...source, key: deps.uploadStore.nameOf(source) } })
      await queueFile(deps, tx, file, 0)
    }
    await bumpVersion(tx, at.uploadId)
    await notifyIfFinished(tx, at.uploadId)
    return { isUsed: true, unused: file.partKeys }
  }
  await commit(deps, source instanceof PictureError ? null : source, fill)
  return presentDeclared(await requireDeclared(deps.db, viewer, at))
}

/** Returns the whole file, an error if it is no picture, or `partLost` if a part was removed. Consumes `last`. */
async function joined(
  deps: ReceiveDeps,
  last: StagedBytes,
  partKeys: string[],
): Promise<StagedSource | PictureError | 'partLost'> {
  let isLost = false
  async function* all(): AsyncGenerator<Buffer> {
    for (const key of partKeys) {
      const part = await deps.uploadStore.open(key)
      if (!part) {
        isLost = true
        return
      }
      try {
        yield* createReadStream(part.path) as AsyncIterable<Buffer>
      } finally {
        await part.release()
      }
    }
    yield* createReadStream(last.path) as AsyncIterable<Buffer>
  }
  try {
    if (partKeys.length === 0) return asPicture(last)
    const options = { stagingDir: deps.stagingDir, maxBytes: Number.MAX_SAFE_INTEGER }
    const source = await receivePicture(all(), options)
    await discard(last)
    if (!isLost) return source
    await discard(source)
    return 'partLost'
  } catch (error) {
    await discard(last)
    if (isLost) return 'partLost'
    if (error instanceof PictureError) return error
    throw error
  }
}

async function lockDeclared(tx: Tx, viewer: Member, at: Place): Promise<DeclaredFile> {
  await lockUpload(tx, at.uploadId)
  return requireDeclared(tx, viewer, at)
}

/**
 * Stores a received file and runs the transaction that names it. Removes the file if the transaction does not use it or fails.
 * Removes parts that are no longer needed; the sweep removes the rest.
 */
async function commit(
  deps: ReceiveDeps,
  source: { path: string } | null,
  write: (tx: Tx) => Promise<{ isUsed: boolean; unused: string[] }>,
): Promise<void> {
  let isReferenced = false
  let unused: string[] = []
  try {
    if (source) await keep(deps, source)
    const written = await withTransaction(deps.db, write)
    isReferenced = written.isUsed
    unused = written.unused
  } catch (error) {
    // The transaction may commit even if the connection breaks before its result arrives.
    isReferenced = isServiceDown(error)
    throw error
  } finally {
    if (source && !isReferenced) {
      await discard(source)
      unused = [...unused, deps.uploadStore.nameOf(source)]
    }
    await removeStaged(deps, unused).catch(() => {})
  }
}
