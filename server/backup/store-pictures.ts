import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../adapters/blobs/blobs.ts'
import { digesting, syncFile, type WrittenFile } from './lines.ts'
import { picturePath } from './manifest.ts'

export interface ListedPicture {
  key: string
  bytes: number
  mime: string
}

const CONTENT_NAME = /^([0-9a-f]{40})\./

/** Whether a picture is what its name says: names begin with the SHA-256 of the content. */
export function isContent(key: string, found: WrittenFile, bytes: number): boolean {
  const [, digest] = CONTENT_NAME.exec(key) ?? []
  return found.bytes === bytes && (digest === undefined || found.sha256.startsWith(digest))
}

export type Kept = 'kept' | 'copied' | 'missing' | 'damaged'

/** Copies a picture from the storage, unless the backup has it. A file that appears under its name is whole. */
export async function keepPicture(blobs: Blobs, folder: string, picture: ListedPicture): Promise<Kept> {
  const target = path.join(folder, picturePath(picture.key))
  const known = await stat(target).catch(() => null)
  if (known?.size === picture.bytes) return 'kept'
  const found = await blobs.read(picture.key)
  if (!found) return 'missing'
  await mkdir(path.dirname(target), { recursive: true })
  const part = `${target}.part`
  const { stream, result } = digesting()
  try {
    await pipeline(found.stream, stream, createWriteStream(part, { mode: 0o600 }))
    if (!isContent(picture.key, result(), picture.bytes)) return 'damaged'
    await syncFile(part)
    await rename(part, target)
    return 'copied'
  } finally {
    await rm(part, { force: true })
  }
}
