import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

/**
 * Opens the configured storage: a bucket if `storageUrl` is set, otherwise the folder.
 * @throws Error if the URL is invalid or the folder cannot be created
 */
export async function openBlobs(config: { storageUrl?: string | undefined; mediaDir: string }): Promise<Blobs> {
  return config.storageUrl ? createS3Blobs(config.storageUrl) : createDiskBlobs(config.mediaDir)
}
