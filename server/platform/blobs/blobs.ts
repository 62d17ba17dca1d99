import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. An end beyond the file means the last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredBlob {
  /** Of the whole file, even if a range was requested. */
  size: number
  mime: string
}

/**
 * Content-addressed files: a name always has the same content, so writing it again changes nothing. Reading a malformed name
 * finds nothing; writing one throws. ServiceDownError means that the storage is unreachable.
 */
export interface Blobs {
  /**
   * Moves a staged file to its name, atomically and durably. Idempotent, even if the first call has already taken the staged
   * file.
   */
  put(key: string, stagedPath: string, mime: string): Promise<void>
  /**
   * The bytes, or null when there is no such file. The caller consumes the stream or destroys it.
   * @throws RangeError when the range starts behind the last byte
   */
  read(key: string, range?: ByteRange): Promise<(StoredBlob & { stream: Readable }) | null>
  stat(key: string): Promise<StoredBlob | null>
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>
  /**
   * Where a proxy that serves the files finds one: a path below the folder or the address of the storage, without a slash at the
   * beginning; of a bucket with a signature that lasts a minute. Throws for a malformed name.
   */
  locate(key: string): Promise<string>
  /** Every name, in no particular order. */
  list(): AsyncIterable<string>
  /** @throws when nothing can be written */
  check(): Promise<void>
}

const MIME_BY_EXTENSION: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  avif: 'image/avif',
}

const KEY = /^[0-9a-z][0-9a-z_-]{1,199}\.([a-z0-9]{1,8})$/

/** Whether a name may be stored: no path, no dot file, and nothing with a meaning in file systems or URLs. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key)
}

/** @throws Error for a name that may not be stored */
export function requireBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
}

/** The media type by file extension, for storage that does not keep it. */
export function mimeOfKey(key: string): string {
  return MIME_BY_EXTENSION[KEY.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

/** @throws RangeError if no part of the file is in the range */
export function clampRange(range: ByteRange, size: number): ByteRange {
  if (range.start < 0 || range.start >= size || range.end < range.start) {
    throw new RangeError(`No bytes ${range.start}-${range.end} in a file of ${size}`)
  }
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
