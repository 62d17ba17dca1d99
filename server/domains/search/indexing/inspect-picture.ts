import { isSamePicture } from '#server/adapters/embeddings/same-picture.ts'
import { describeImage } from '#server/adapters/embeddings/visual.ts'
import type { PreparedPicture } from '#server/adapters/images/prepare-picture.ts'
import type { PictureInspection } from '../../memes/add-meme.ts'
import { isBlockedPicture } from '../likeness/block-list.ts'
import { findLookalikeFingerprints, lockLikeness, upsertVisualDescriptor } from '../likeness/queries.ts'

/** Inspects the picture of a new meme, using its small version, which every meme keeps. */
export async function inspectPicture(picture: PreparedPicture): Promise<PictureInspection> {
  const descriptors = await describeImage(picture.files.small.path)
  return {
    lock: lockLikeness,
    async findSame(db, uploaderId) {
      if (!descriptors.vector) return undefined
      const alike = await findLookalikeFingerprints(db, uploaderId, descriptors.vector, picture.animated)
      return alike.find((other) => isSamePicture(descriptors.blocks, other.blocks))?.id
    },
    async findBlocked(db) {
      return descriptors.vector
        ? isBlockedPicture(db, { ...descriptors, vector: descriptors.vector }, picture.animated)
        : false
    },
    keep: (tx, memeId) => upsertVisualDescriptor(tx, memeId, descriptors),
  }
}
