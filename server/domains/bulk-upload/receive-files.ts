import { utimes } from 'node:fs/promises'
import { BULK_FILE_MAX_BYTES, BULK_MAX_FILES } from '#contract/limits.ts'
import { PictureError } from '#server/adapters/images/picture-error.ts'
import { discard, receivePicture, type StagedSource } from '#server/adapters/images/staging.ts'
import type { UploadStore } from '#server/adapters/upload-store/upload-store.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { deleteStagedObjects, insertStagedObject } from './queries.ts'
import { shownFileName } from './rules.ts'

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
  receive(stream: AsyncIterable<Buffer>, fileName: string): Promise<void>
  /** Stops touching the files; removes them unless `kept`. */
  end(kept: boolean): Promise<void>
}

/** Receives the files of an upload one after another, with at most one chunk in memory. */
export function createReceiver(deps: Pick<Deps, 'db' | 'stagingDir'> & { intake: UploadStore }): Receiver {
  const files: ReceivedFile[] = []
  const touching = setInterval(() => void touch(deps.intake, files), TOUCH_EVERY_MS)
  touching.unref()
  return {
    files,
    async receive(stream, name) {
      if (files.length >= BULK_MAX_FILES) throw new AppError('upload.tooManyFiles')
      const fileName = shownFileName(name)
      const received = await stage(deps, stream, fileName)
      files.push(received)
      if (received.source) await keep(deps, received.source)
    },
    async end(kept) {
      clearInterval(touching)
      if (!kept) await dropAll(deps, files)
    },
  }
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

async function keep(deps: Pick<Deps, 'db'> & { intake: UploadStore }, source: StagedSource): Promise<void> {
  if (deps.intake.shared) await withTransaction(deps.db, (tx) => insertStagedObject(tx, deps.intake.nameOf(source)))
  await deps.intake.keep(source)
}

async function dropAll(deps: Pick<Deps, 'db'> & { intake: UploadStore }, files: ReceivedFile[]): Promise<void> {
  const sources = files.flatMap((file) => file.source ?? [])
  await Promise.all(sources.map((source) => discard(source)))
  await removeStaged(
    deps,
    sources.map((source) => deps.intake.nameOf(source)),
  )
}

/** Removes files that no row references. */
export async function removeStaged(deps: Pick<Deps, 'db'> & { intake: UploadStore }, names: string[]): Promise<void> {
  await Promise.all(names.map((name) => deps.intake.remove(name)))
  if (deps.intake.shared) await withTransaction(deps.db, (tx) => deleteStagedObjects(tx, names))
}

async function touch(intake: UploadStore, files: ReceivedFile[]): Promise<void> {
  if (intake.shared) return
  const now = new Date()
  for (const { source } of files) if (source) await utimes(source.path, now, now).catch(() => {})
}
