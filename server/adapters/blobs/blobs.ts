import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. An end beyond the file means its last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredBlob {
  /** Of the whole file, also where a range was asked for. */
  size: number
  mime: string
}

/**
 * Files by name, where a name stands for one content for ever: writing it again changes nothing. Names that are not
 * well-formed are stored nowhere: reading one finds nothing, writing one throws. A ServiceDownError says that the storage
 * cannot be reached.
 */
export interface Blobs {
  /**
   * Moves a staged file in under its name. It is there whole or not at all, and stays after a power cut. Doing it twice is
   * fine, also with a staged file that the first time took.
   */
  put(key: string, stagedPath: string, mime: string): Promise<void>
  /**
   * The bytes, or null when there is no such file. The caller consumes the stream or destroys it.
   * @throws RangeError when the range starts behind the last byte
   */
  read(key: string, range?: ByteRange): Promise<(StoredBlob & { stream: Readable }) | null>
  stat(key: string): Promise<StoredBlob | null>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Every name, in no promised order. */
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

/** Whether a name may be stored: it can hold no path, no dot file, and nothing that a file system or a URL reads otherwise. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key)
}

/** @throws Error for a name that may not be stored */
export function requireBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
}

/** The type by the ending of a name, for storage that remembers none. */
export function mimeOfKey(key: string): string {
  return MIME_BY_EXTENSION[KEY.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

/** @throws RangeError when nothing of the file lies in the range */
export function clampRange(range: ByteRange, size: number): ByteRange {
  if (range.start < 0 || range.start >= size || range.end < range.start) {
    throw new RangeError(`No bytes ${range.start}-${range.end} in a file of ${size}`)
  }
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
