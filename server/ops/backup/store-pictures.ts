import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFile } from '#server/platform/sync-file.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { copyPrivately } from '../data-directory/private-files.ts'
import { digesting, digestStream, type WrittenFile } from './lines.ts'
import { PICTURES, picturePath } from './manifest.ts'

export interface ListedPicture {
  key: string
  bytes: number
  mime: string
}

const CONTENT_NAME = /^([0-9a-f]{40})\./

/** Returns true if a picture matches its name, which begins with the SHA-256 of the content. */
export function isContent(key: string, found: WrittenFile, bytes: number): boolean {
  const [, digest] = CONTENT_NAME.exec(key) ?? []
  return found.bytes === bytes && (digest === undefined || found.sha256.startsWith(digest))
}

/** A backup's picture store. A picture that exists under its name is complete. */
export interface BackupPictures {
  has(picture: ListedPicture): Promise<boolean>
  /** Moves a complete file into the store. */
  put(picture: ListedPicture, file: string): Promise<void>
  /** Returns a path for a temporary file to pass to `put`; the caller removes leftovers. */
  partFor(key: string): Promise<string>
  /** Null if it is missing. */
  digest(key: string): Promise<WrittenFile | null>
  /** False if it is missing. */
  copyTo(key: string, file: string): Promise<boolean>
  removeOthers(named: ReadonlySet<string>): Promise<void>
}

export type BackupResult = 'present' | 'copied' | 'missing' | 'damaged'

/** Copies a picture from the site's storage unless the backup already has it. */
export async function backUpPicture(
  blobs: Blobs,
  pictures: BackupPictures,
  picture: ListedPicture,
): Promise<BackupResult> {
  if (await pictures.has(picture)) return 'present'
  const found = await blobs.read(picture.key)
  if (!found) return 'missing'
  const part = await pictures.partFor(picture.key)
  const { stream, result } = digesting()
  try {
    await pipeline(found.stream, stream, createWriteStream(part, { mode: 0o600 }))
    if (!isContent(picture.key, result(), picture.bytes)) return 'damaged'
    await pictures.put(picture, part)
    return 'copied'
  } finally {
    await rm(part, { force: true })
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The picture store of a backup in a folder. */
export function folderPictures(folder: string): BackupPictures {
  const fileOf = (key: string) => path.join(folder, picturePath(key))
  return {
    has: async ({ key, bytes }) => (await stat(fileOf(key)).catch(() => null))?.size === bytes,
    async partFor(key) {
      await mkdir(path.dirname(fileOf(key)), { recursive: true })
      return `${fileOf(key)}.part`
    },
    async put({ key }, part) {
      await syncFile(part)
      await rename(part, fileOf(key))
    },
    async digest(key) {
      try {
        return await digestStream(createReadStream(fileOf(key)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async copyTo(key, file) {
      try {
        await copyPrivately(fileOf(key), file)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async removeOthers(named) {
      const all = path.join(folder, PICTURES)
      for (const fan of await readdir(all).catch(() => [] as string[]))
        for (const name of await readdir(path.join(all, fan)))
          if (!named.has(name)) await rm(path.join(all, fan, name), { force: true })
    },
  }
}
