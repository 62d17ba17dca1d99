import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

/**
 * The storage that the configuration asks for: a bucket when `storageUrl` is set, else the folder.
 * @throws Error when the address cannot be read or the folder cannot be made
 */
export async function openBlobs(config: { storageUrl?: string | undefined; mediaDir: string }): Promise<Blobs> {
  return config.storageUrl ? createS3Blobs(config.storageUrl) : createDiskBlobs(config.mediaDir)
}
