import { utimes } from 'node:fs/promises'
import { BULK_FILE_MAX_BYTES, BULK_MAX_FILES } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { PictureError } from '#server/platform/images/picture-error.ts'
import { discard, receivePicture, type StagedSource } from '#server/platform/images/staging.ts'
import type { Member } from '#server/platform/viewer.ts'
import { requireRoom } from '../memes/quota.ts'
import { shownFileName } from './rules.ts'
import { deleteStagedObjects, insertStagedObject } from './staged-queries.ts'

/** A received file: stored for a worker, or rejected with a reason. */
export interface ReceivedFile {
  fileName: string
  source?: StagedSource
  code?: string
}

/** Interval for touching received files while others are still arriving; shorter than the sweep's threshold. */
const TOUCH_EVERY_MS = 10_000

export interface Receiver {
  files: ReceivedFile[]
  /** Why no new file is accepted; then the files are read, but not stored. */
  refusal: AppError | undefined
  receive(stream: AsyncIterable<Buffer>, fileName: string): Promise<void>
  /** Set once rows may reference the files; `end` then leaves them in place. */
  isReferenced: boolean
  /** Stops touching the files, and removes them unless `isReferenced`. */
  end(): Promise<void>
}

/**
 * Receives the files of one upload one after another, with at most one chunk in memory. Stores none for a member without room, but
 * reads them all: the server may have accepted the same files before.
 */
export async function createReceiver(
  deps: Pick<Deps, 'db' | 'stagingDir' | 'uploadStore'>,
  viewer: Member,
): Promise<Receiver> {
  const refusal = await requireRoom(deps.db, viewer.userId).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  const files: ReceivedFile[] = []
  const touching = setInterval(() => void touch(deps.uploadStore, files), TOUCH_EVERY_MS)
  touching.unref()
  const receiver: Receiver = {
    files,
    refusal: refusal ?? undefined,
    isReferenced: false,
    async receive(stream, name) {
      if (files.length >= BULK_MAX_FILES) throw new AppError('upload.tooManyFiles')
      const fileName = shownFileName(name)
      const received = refusal ? await skip(stream, fileName) : await stage(deps, stream, fileName)
      files.push(received)
      if (received.source) await keep(deps, received.source)
    },
    async end() {
      clearInterval(touching)
      if (!receiver.isReferenced) await dropAll(deps, files)
    },
  }
  return receiver
}

async function skip(stream: AsyncIterable<Buffer>, fileName: string): Promise<ReceivedFile> {
  for await (const _chunk of stream);
  return { fileName }
}

async function stage(
  deps: Pick<Deps, 'stagingDir'>,
  stream: AsyncIterable<Buffer>,
  fileName: string,
): Promise<ReceivedFile> {
  try {
    const source = await receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: BULK_FILE_MAX_BYTES })
    return { fileName, source }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.code === 'image.tooLarge')
      throw new AppError('upload.fileTooLarge', { params: { fileName }, fields: { fileName } })
    return { fileName, code: error.code }
  }
}

/** Stores a received file, recorded first if it leaves this node. */
export async function keep(deps: Pick<Deps, 'db' | 'uploadStore'>, source: { path: string }): Promise<void> {
  if (deps.uploadStore.shared)
    await withTransaction(deps.db, (tx) => insertStagedObject(tx, deps.uploadStore.nameOf(source)))
  await deps.uploadStore.keep(source)
}

async function dropAll(deps: Pick<Deps, 'db' | 'uploadStore'>, files: ReceivedFile[]): Promise<void> {
  const sources = files.flatMap((file) => file.source ?? [])
  await Promise.all(sources.map((source) => discard(source)))
  await removeStaged(
    deps,
    sources.map((source) => deps.uploadStore.nameOf(source)),
  )
}

/** Removes files that no row references anymore. */
export async function removeStaged(deps: Pick<Deps, 'db' | 'uploadStore'>, names: string[]): Promise<void> {
  await Promise.all(names.map((name) => deps.uploadStore.remove(name)))
  if (deps.uploadStore.shared) await withTransaction(deps.db, (tx) => deleteStagedObjects(tx, names))
}

async function touch(uploadStore: Deps['uploadStore'], files: ReceivedFile[]): Promise<void> {
  if (uploadStore.shared) return
  const now = new Date()
  for (const { source } of files) if (source) await utimes(source.path, now, now).catch(() => {})
}
