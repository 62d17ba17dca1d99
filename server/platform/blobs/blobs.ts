import type { Readable } from 'node:stream'

/** First and last byte, both inclusive and counted from 0. An end past the file means the last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredBlob {
  /** Size of the whole file, even if a range was requested. */
  size: number
  mime: string
}

/**
 * Content-addressed files: a name always has the same content, so writes are idempotent. Reading a malformed name returns null;
 * writing one throws. Throws ServiceDownError when the storage is unreachable.
 */
export interface Blobs {
  /**
   * Moves a staged file to its final name, atomically and durably. Idempotent, even if an earlier call has already consumed the
   * staged file.
   */
  put(key: string, stagedPath: string, mime: string): Promise<void>
  /**
   * Returns the bytes, or null if the file does not exist. The caller must consume or destroy the stream.
   * @throws RangeError when the range starts past the last byte
   */
  read(key: string, range?: ByteRange): Promise<(StoredBlob & { stream: Readable }) | null>
  stat(key: string): Promise<StoredBlob | null>
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>
  /**
   * Returns where a proxy finds the file: a path below the folder or the storage's address, without a leading slash. For a
   * bucket, the path has a signature that is valid for a minute. Throws for a malformed name.
   */
  locate(key: string): Promise<string>
  /** Yields every name, in no particular order. */
  list(): AsyncIterable<string>
  /** @throws when the storage is not writable */
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

/** Returns true if a name is valid: no path, no dotfile, and no character that is special in file systems or URLs. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key)
}

/** @throws Error for an invalid name */
export function requireBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`)
}

/** Returns the media type for a file extension, for storage that does not store it. */
export function mimeOfKey(key: string): string {
  return MIME_BY_EXTENSION[KEY.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

/** @throws RangeError if the range does not overlap the file */
export function clampRange(range: ByteRange, size: number): ByteRange {
  if (range.start < 0 || range.start >= size || range.end < range.start) {
    throw new RangeError(`No bytes ${range.start}-${range.end} in a file of ${size}`)
  }
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
