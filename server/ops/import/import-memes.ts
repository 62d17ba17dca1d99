import { cutShown, lengthOf } from '#contract/bounded.ts'
import {
  MEME_ALT_TEXT_MAX_CHARS,
  MEME_DESCRIPTION_MAX_CHARS,
  MEME_NAME_MAX_CHARS,
  PICTURE_MAX_BYTES,
} from '#contract/limits.ts'
import { lineFrom, normalText } from '#contract/people/names.ts'
import { AltText, MemeDescription, MemeName } from '#contract/primitives.ts'
import { addMeme } from '../../domains/memes/add-meme.ts'
import { findBySource } from '../../domains/memes/queries.ts'
import type { UploadHooks } from '../../domains/memes/upload-meme.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, errorText } from '../../platform/errors.ts'
import { PictureError } from '../../platform/images/picture-error.ts'
import { SERVER_ITSELF } from '../../platform/images/picture-queue.ts'
import { preparePicture } from '../../platform/images/prepare-picture.ts'
import { discard, receivePicture, type StagedSource } from '../../platform/images/staging.ts'
import { FILES_AT_ONCE, inParallel } from '../../platform/in-parallel.ts'
import { isServiceDown, lineOf } from '../../platform/unavailable.ts'
import type { ImportItem, ImportSource } from './import-item.ts'

type ImportDeps = Pick<Deps, 'db' | 'blobs' | 'stagingDir'> & UploadHooks

export interface ImportProgress {
  seen: number
  added: number
  /** Already on the site, or repeated in the source. */
  duplicates: number
  /** Not pictures, or unreadable. */
  failed: number
}

export interface ImportOptions {
  userId: string
  /** Reads and compares everything, but writes nothing. */
  isDryRun: boolean
  onProgress(progress: ImportProgress): void
  /** Receives one line for each skipped item. */
  onSkip(line: string): void
  signal: AbortSignal
}

/**
 * Creates memes from a source's pictures. Skips pictures that the site already has, by bytes or by look, so that a stopped
 * import can be repeated. On `signal`, stops between two pictures.
 * @throws when the database or storage is down
 */
export async function importMemes(
  deps: ImportDeps,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportProgress> {
  const progress: ImportProgress = { seen: 0, added: 0, duplicates: 0, failed: 0 }
  const hashes = new Set<string>()
  const one = async (item: ImportItem) => {
    const outcome = await importOne(deps, item, options, hashes).catch((error: unknown) => {
      if (isServiceDown(error)) throw error
      return reasonOf(error)
    })
    progress.seen += 1
    if (outcome === 'added') progress.added += 1
    else {
      if (outcome.isDuplicate) progress.duplicates += 1
      else progress.failed += 1
      options.onSkip(`${item.label}: ${outcome.line}`)
    }
    options.onProgress(progress)
  }
  await inParallel(source.items(), FILES_AT_ONCE, one, options.signal)
  return progress
}

type Outcome = 'added' | { isDuplicate: boolean; line: string }

async function importOne(
  deps: ImportDeps,
  item: ImportItem,
  { userId, isDryRun }: ImportOptions,
  hashes: Set<string>,
): Promise<Outcome> {
  const file = await receivePicture(await item.open(), { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
  try {
    const known = await findBySource(deps.db, file.sha256, userId)
    if (known) return { isDuplicate: true, line: `is on the site already as ${known.id}` }
    if (hashes.has(file.sha256)) return { isDuplicate: true, line: 'is in the source twice' }
    hashes.add(file.sha256)
    if (!isDryRun) await addOne(deps, item, userId, file)
    return 'added'
  } finally {
    await discard(file)
  }
}

async function addOne(deps: ImportDeps, item: ImportItem, userId: string, file: StagedSource): Promise<void> {
  const picture = await preparePicture(file, { stagingDir: deps.stagingDir, owner: SERVER_ITSELF })
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
      onMemeWritten: deps.onMemeWritten,
      createdAt: item.createdAt && isPast(item.createdAt) ? item.createdAt : undefined,
    })
  } finally {
    await discard(picture)
  }
}

/** Meme ids encode the time, which cannot be before 1970. */
const isPast = (time: Date) => time.getTime() >= 0 && time.getTime() < Date.now()
/** Returns the texts as an upload would have them: truncated, and without characters that the API rejects. */
export function wordsOf(item: ImportItem): { name: string; description: string; altText: string } {
  const name = MemeName.safeParse(cutShown(lineFrom(item.name), MEME_NAME_MAX_CHARS)).data ?? ''
  const tags = item.tags.flatMap((tag) => hashtagOf(tag) ?? [])
  const text = cutShown(normalText(item.description), MEME_DESCRIPTION_MAX_CHARS)
  let description = MemeDescription.safeParse(text).data ?? ''
  for (const tag of tags) {
    const longer = `${description} ${tag}`.trim()
    const has = ` ${description} `.toLowerCase().includes(` ${tag.toLowerCase()} `)
    if (!has && lengthOf(longer) <= MEME_DESCRIPTION_MAX_CHARS) description = longer
  }
  const altText = AltText.safeParse(cutShown(normalText(item.altText ?? ''), MEME_ALT_TEXT_MAX_CHARS)).data ?? ''
  return { name, description, altText }
}

function hashtagOf(tag: string): string | undefined {
  const word = tag
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return word === '' ? undefined : `#${word}`
}

function reasonOf(error: unknown): Exclude<Outcome, 'added'> {
  if (error instanceof AppError) {
    const isDuplicate = error.code === 'meme.duplicate'
    const line = isDuplicate
      ? `looks like ${String(error.fields.duplicateOf)}`
      : errorText(error.code, 'en', error.params)
    return { isDuplicate, line }
  }
  if (error instanceof PictureError) return { isDuplicate: false, line: errorText(error.code, 'en') }
  return { isDuplicate: false, line: lineOf(error) }
}
