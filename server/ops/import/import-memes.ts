import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { addMeme } from '../../domains/memes/add-meme.ts'
import { findBySource } from '../../domains/memes/queries.ts'
import type { UploadHooks } from '../../domains/memes/upload-meme.ts'
import { withTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { isDiskFull } from '../../platform/disk-space.ts'
import { AppError, errorText } from '../../platform/errors.ts'
import { PictureError } from '../../platform/images/picture-error.ts'
import { SERVER_OWNER } from '../../platform/images/picture-queue.ts'
import { preparePicture } from '../../platform/images/prepare-picture.ts'
import { discard, receivePicture, type StagedSource } from '../../platform/images/staging.ts'
import { FILES_AT_ONCE, inParallel } from '../../platform/in-parallel.ts'
import { LinkError } from '../../platform/links/guarded-request.ts'
import { isServiceDown, lineOf } from '../../platform/unavailable.ts'
import { type ImportItem, type ImportSource, type Reason, Skipped } from './import-item.ts'
import { insertImported, isImported, itemKey } from './item-queries.ts'
import { RemoteError, skippedBy } from './remote-site.ts'
import { wordsOf } from './words-of.ts'

type ImportDeps = Pick<Deps, 'db' | 'blobs' | 'stagingDir'> & UploadHooks & { requireDiskSpace(): Promise<void> }

export interface ImportTotals {
  seen: number
  added: number
  /** Already the member's, from an earlier import. */
  before: number
  skipped: number
  /** Why the import ended early; the next run continues. */
  stopped?: string
}

export interface ImportOptions {
  userId: string
  /** Reads and compares everything, but writes nothing and downloads only one picture. */
  isDryRun: boolean
  onProgress(totals: ImportTotals): void
  onLeftOut(reason: Reason, label: string, detail: string): Promise<void>
  signal: AbortSignal
}

/**
 * Creates memes from a source's pictures, with the rules of uploads. Skips pictures that the site already has, by bytes or by look,
 * so that a stopped import can be repeated. On `signal`, stops between two pictures. Stops as well if no further picture can
 * succeed: at the member's limits, with a full disk, without the database, or if the source refuses access.
 */
export async function importMemes(
  deps: ImportDeps,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportTotals> {
  const totals: ImportTotals = { seen: 0, added: 0, before: 0, skipped: 0 }
  const hashes = new Set<string>()
  const one = async (item: ImportItem) => {
    const outcome = await importOne(deps, item, options, hashes, totals).catch((error: unknown) => {
      // A download that was stopped is not skipped: the next run reads it.
      if (options.signal.aborted) throw error
      return skippedFrom(error)
    })
    totals.seen += 1
    if (outcome === 'added') totals.added += 1
    else if (outcome === 'before') totals.before += 1
    else {
      totals.skipped += 1
      await options.onLeftOut(outcome.reason, item.label, outcome.message)
    }
    options.onProgress(totals)
  }
  // Items that are running finish, even if the source cannot be read further.
  const stopAt = (error: unknown) => {
    if (!options.signal.aborted) totals.stopped ??= stopLine(error)
  }
  await inParallel(until(source.items(), stopAt), FILES_AT_ONCE, one, options.signal).catch(stopAt)
  return totals
}

async function* until<T>(items: AsyncIterable<T>, onError: (error: unknown) => void): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    onError(error)
  }
}

type Outcome = 'added' | 'before' | Skipped

async function importOne(
  deps: ImportDeps,
  item: ImportItem,
  { userId, isDryRun }: ImportOptions,
  hashes: Set<string>,
  totals: ImportTotals,
): Promise<Outcome> {
  const key = item.key === undefined ? undefined : itemKey(userId, item.key)
  if (key !== undefined && (await isImported(deps.db, key))) return 'before'
  if (isDryRun && key !== undefined && totals.added > 0) return 'added'
  if (!isDryRun) await deps.requireDiskSpace()
  const file = await receivePicture(await item.open(), { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
  const record = async (memeId: string) => {
    if (key !== undefined && !isDryRun) await withTransaction(deps.db, (tx) => insertImported(tx, key, memeId))
  }
  try {
    const known = await findBySource(deps.db, file.sha256, userId)
    if (known) await record(known.id)
    if (hashes.has(file.sha256)) return new Skipped('duplicate', 'is in the source twice')
    hashes.add(file.sha256)
    if (known) return known.user_id === userId ? 'before' : new Skipped('duplicate', `is on the site as ${known.id}`)
    if (!isDryRun) await addOne(deps, item, userId, file, key)
    return 'added'
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'meme.duplicate')) throw error
    const same = String(error.fields.duplicateOf)
    await record(same)
    return new Skipped('duplicate', `looks like ${same}`)
  } finally {
    await discard(file)
  }
}

async function addOne(
  deps: ImportDeps,
  item: ImportItem,
  userId: string,
  file: StagedSource,
  key: string | undefined,
): Promise<void> {
  const picture = await preparePicture(file, { stagingDir: deps.stagingDir, owner: SERVER_OWNER })
  try {
    await addMeme(deps, {
      userId,
      words: wordsOf(item),
      sensitive: item.isSensitive === true,
      fileName: item.fileName,
      location: 'bulk',
      picture,
      sourceHash: file.sha256,
      allowDuplicate: false,
      inspect: deps.inspect,
      async onMemeWritten(tx, meme) {
        await deps.onMemeWritten(tx, meme)
        if (key !== undefined) await insertImported(tx, key, meme.id)
      },
      createdAt: item.createdAt && isPast(item.createdAt) ? item.createdAt : undefined,
    })
  } finally {
    await discard(picture)
  }
}

/** Meme ids encode the time, which cannot be before 1970. */
const isPast = (time: Date) => time.getTime() >= 0 && time.getTime() < Date.now()

/** @throws the error if it concerns more than this item */
function skippedFrom(error: unknown): Skipped {
  if (error instanceof Skipped) return error
  if (error instanceof PictureError) return new Skipped(reasonOfPicture(error), errorText(error.code, 'en'))
  if (error instanceof RemoteError || error instanceof LinkError) {
    const skipped = skippedBy(error)
    if (skipped) return skipped
    throw error
  }
  if (error instanceof AppError) {
    // The limits of uploads, and problems of this server.
    if (error.code.startsWith('upload.') || error.status >= 500) throw error
    return new Skipped('refused', errorText(error.code, 'en', error.params))
  }
  if (isServiceDown(error) || isDiskFull(error)) throw error
  return new Skipped('unreadable', lineOf(error))
}

function reasonOfPicture({ code }: PictureError): Reason {
  if (code === 'image.unsupportedType') return 'unsupported type'
  return code === 'image.empty' || code === 'image.undecodable' ? 'unreadable' : 'too large'
}

const stopLine = (error: unknown): string =>
  error instanceof AppError ? errorText(error.code, 'en', error.params) : lineOf(error)
