import { createHash, type Hash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { freeBytes } from './free-bytes.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'
import { type PictureType, SNIFF_BYTES, sniff } from './sniff.ts'

/** A received file. Plain data, so that it can be stored in a row and a job can find the file after a restart. */
export interface StagedSource {
  path: string
  bytes: number
  /** Hex digest of the received bytes. */
  sha256: string
  type: PictureType
}

/** Received bytes that are not a picture yet. */
export type StagedBytes = Omit<StagedSource, 'type'> & {
  /** The first bytes, by which the type is detected. */
  head: Buffer
}

/** A finished file, ready to be stored as a blob. */
export interface StagedFile {
  path: string
  /** Content-based name. */
  key: string
  bytes: number
  mime: string
}

export interface ReceiveOptions {
  stagingDir: string
  maxBytes: number
  /** Error code above `maxBytes`; default `image.tooLarge`. */
  tooLargeCode?: Extract<PictureErrorCode, 'image.tooLarge' | 'image.avatarTooLarge'>
}

const KEY_HASH_CHARS = 40
/** More than most encoded pictures have, so that one call reads one. */
const READ_BYTES = 256 * 1024

/** Returns an unused path in the staging folder; creates the folder if missing. */
export async function stagingPath(stagingDir: string, extension: string): Promise<string> {
  await mkdir(stagingDir, { recursive: true })
  return path.join(stagingDir, `${randomUUID()}.${extension}`)
}

async function writeBounded(source: AsyncIterable<Buffer>, file: FileHandle, options: ReceiveOptions) {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > options.maxBytes) throw new PictureError(options.tooLargeCode ?? 'image.tooLarge')
    if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES)])
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  return { bytes, head, sha256: hash.digest('hex') }
}

/**
 * Streams bytes to a new file in the staging folder and flushes it to disk. Removes the file on failure; the caller drains or
 * destroys the `Readable`.
 * @throws PictureError `image.tooLarge` (or `tooLargeCode`); errors of the source pass through unchanged
 */
export async function receiveBytes(
  source: AsyncIterable<Buffer> | Readable,
  options: ReceiveOptions,
): Promise<StagedBytes> {
  const target = await stagingPath(options.stagingDir, 'source')
  const chunks = source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source
  const file = await open(target, 'wx')
  try {
    const received = await writeBounded(chunks, file, options)
    await file.sync()
    return { path: target, ...received }
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/**
 * Detects the type of received bytes.
 * @throws PictureError `image.empty`, `image.unsupportedType`
 */
export function asPicture({ head, ...bytes }: StagedBytes): StagedSource {
  if (bytes.bytes === 0) throw new PictureError('image.empty')
  return { ...bytes, type: sniff(head) }
}

/** Like `receiveBytes`, for a picture. Also throws the errors of `asPicture`. */
export async function receivePicture(
  source: AsyncIterable<Buffer> | Readable,
  options: ReceiveOptions,
): Promise<StagedSource> {
  const received = await receiveBytes(source, options)
  try {
    return asPicture(received)
  } catch (error) {
    await discard(received)
    throw error
  }
}

/** Names a finished file by its content: `<first 40 hex digits of its SHA-256>.<extension>`. Storing it flushes it. */
export async function stageFinished(file: string, extension: string, mime: string): Promise<StagedFile> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafeSlow(READ_BYTES)
  let bytes = 0
  const handle = await open(file)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, READ_BYTES)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      bytes += bytesRead
    }
  } finally {
    await handle.close()
    freeBytes(chunk)
  }
  return { path: file, key: keyOf(hash, extension), bytes, mime }
}

/**
 * Writes a finished file to the staging folder and names it like `stageFinished`. The caller discards it.
 */
export async function stageBytes(
  stagingDir: string,
  bytes: Buffer,
  { extension, mime }: { extension: string; mime: string },
): Promise<StagedFile> {
  const file = await stagingPath(stagingDir, extension)
  try {
    await writeFile(file, bytes)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return { path: file, key: keyOf(createHash('sha256').update(bytes), extension), bytes: bytes.length, mime }
}

const keyOf = (hash: Hash, extension: string): string => `${hash.digest('hex').slice(0, KEY_HASH_CHARS)}.${extension}`

/** Returns the distinct files of a picture or avatar; versions may share a file. */
export function filesOf(prepared: { files: Record<string, StagedFile> }): StagedFile[] {
  return [...new Map(Object.values(prepared.files).map((file) => [file.key, file])).values()]
}

/** Removes the staged files of a source, file or prepared picture, but not stored blobs. Frees its pixels. */
export async function discard(
  staged: { path: string } | { files: Record<string, StagedFile>; pixels?: { data: Buffer } },
): Promise<void> {
  if ('pixels' in staged && staged.pixels) freeBytes(staged.pixels.data)
  const paths = 'files' in staged ? Object.values(staged.files).map((file) => file.path) : [staged.path]
  await Promise.all(paths.map((file) => rm(file, { force: true })))
}

/**
 * Removes staged files that have not been written for the given time, such as leftovers of a crash.
 * @param isKept receives the names of all such files and returns those still needed
 * @returns the number of removed files
 */
export async function sweepStaging(
  stagingDir: string,
  olderThanSeconds: number,
  isKept: (names: string[]) => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<number> {
  const before = Date.now() - olderThanSeconds * 1000
  const old: string[] = []
  for (const name of await readdir(stagingDir).catch(emptyWhenMissing)) {
    const entry = await stat(path.join(stagingDir, name)).catch(() => null)
    if (entry?.isFile() && entry.mtimeMs <= before) old.push(name)
  }
  const kept = old.length > 0 ? await isKept(old) : new Set<string>()
  const orphans = old.filter((name) => !kept.has(name))
  await Promise.all(orphans.map((name) => rm(path.join(stagingDir, name), { force: true })))
  return orphans.length
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
