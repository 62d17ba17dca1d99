import { createWriteStream } from 'node:fs'
import { access, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../blobs/blobs.ts'
import { type StagedSource, stagingPath } from '../images/staging.ts'

/** Received files that wait for a worker, on whatever node it runs. Names are safe in a folder and in a bucket. */
export interface UploadStore {
  /** True when files leave this node, so that whoever keeps one writes its name down first. */
  shared: boolean
  nameOf(source: StagedSource): string
  /** From here on the file is there after a power cut and for every node. Takes it out of the staging folder when shared. */
  keep(source: StagedSource): Promise<void>
  /** A path to read from, or null when there is no such file; `release` it when done, which leaves what was kept. */
  open(name: string): Promise<{ path: string; release(): Promise<void> } | null>
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>
}

/** Received files lie where the product's pictures lie: in the bucket when there is one, else in the data folder. */
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

/** Makes the file's name last, as its bytes do. Windows cannot open folders, and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
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
