import { Readable } from 'node:stream'
import { type PreparedPicture, type PrepareOptions, preparePicture } from '#server/platform/images/prepare-picture.ts'
import { discard, receivePicture } from '#server/platform/images/staging.ts'

const TEN_MEGABYTES = 10 * 1024 * 1024

/** The steps of every upload: receive, prepare, and always discard the source. */
export async function prepareBytes(bytes: Buffer, options: Omit<PrepareOptions, 'owner'>): Promise<PreparedPicture> {
  const { stagingDir } = options
  const source = await receivePicture(Readable.from([bytes]), { stagingDir, maxBytes: TEN_MEGABYTES })
  try {
    return await preparePicture(source, { ...options, owner: source.path })
  } finally {
    await discard(source)
  }
}
