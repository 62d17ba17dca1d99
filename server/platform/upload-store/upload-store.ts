import { createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../blobs/blobs.ts'
import { stagingPath } from '../images/staging.ts'
import { syncFolder } from '../sync-file.ts'

/** Received files waiting for a worker on any node. Names are valid in a folder and in a bucket. */
export interface UploadStore {
  /** True if files leave this node; if so, record the name before calling `keep`. */
  shared: boolean
  nameOf(source: { path: string }): string
  /** Stores the file durably and for every node. If shared, removes it from the staging folder. */
  keep(source: { path: string }): Promise<void>
  /** Returns a local path to read from, or null if the file is missing. Call `release` when done; the stored file remains. */
  open(name: string): Promise<{ path: string; release(): Promise<void> } | null>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
}

/** Stores received files where pictures are stored: in the bucket if there is one, otherwise in the data folder. */
export function createUploadStore(options: {
  storageUrl: string | undefined
  blobs: Blobs
  stagingDir: string
}): UploadStore {
  return options.storageUrl ? bucketUploadStore(options) : folderUploadStore(options.stagingDir)
}

function folderUploadStore(stagingDir: string): UploadStore {
  return {
    shared: false,
    nameOf: (source) => path.basename(source.path),
    keep: () => syncFolder(stagingDir),
    async open(name) {
      const file = path.join(stagingDir, name)
      const isThere = await access(file).then(
        () => true,
        () => false,
      )
      return isThere ? { path: file, release: async () => {} } : null
    },
    remove: (name) => rm(path.join(stagingDir, name), { force: true }),
  }
}

function bucketUploadStore({ blobs, stagingDir }: { blobs: Blobs; stagingDir: string }): UploadStore {
  return {
    shared: true,
    nameOf: (source) => `staged-${path.basename(source.path)}`,
    keep: (source) => blobs.put(`staged-${path.basename(source.path)}`, source.path, 'application/octet-stream'),
    async open(name) {
      const found = await blobs.read(name)
      if (!found) return null
      const target = await stagingPath(stagingDir, 'fetched')
      try {
        await pipeline(found.stream, createWriteStream(target))
      } catch (error) {
        await rm(target, { force: true })
        throw error
      }
      return { path: target, release: () => rm(target, { force: true }) }
    },
    remove: (name) => blobs.remove(name),
  }
}
