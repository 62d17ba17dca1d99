import { isDuplicate, mirroredCells } from '#server/domains/search/likeness/descriptor/duplicates.ts'
import { describeImage, mirrored } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { PreparedPicture } from '#server/platform/images/prepare-picture.ts'
import type { PictureInspection } from '../../memes/add-meme.ts'
import { isBlockedPicture } from '../likeness/block-list.ts'
import { findLookalikeFingerprints, lockLikeness, upsertVisualDescriptor } from '../likeness/queries.ts'

/** Inspects a new meme's picture by its small version, which exists for every meme. */
export async function inspectPicture(picture: PreparedPicture): Promise<PictureInspection> {
  const descriptors = await describeImage(picture.pixels ?? picture.files.small.path)
  return {
    lock: lockLikeness,
    async findSame(db, uploaderId) {
      const { vector, blocks } = descriptors
      if (!vector) return undefined
      const forms = [
        { vector, blocks },
        { vector: mirrored(vector), blocks: mirroredCells(blocks) },
      ]
      const shape = picture.width / picture.height
      for (const form of forms) {
        const alike = await findLookalikeFingerprints(db, uploaderId, form.vector, picture.animated)
        const same = alike.find((other) => isDuplicate(form.blocks, other.blocks, (shape * other.height) / other.width))
        if (same) return same.id
      }
      return undefined
    },
    async findBlocked(db) {
      return descriptors.vector
        ? isBlockedPicture(db, { ...descriptors, vector: descriptors.vector }, picture.animated)
        : false
    },
    keep: (tx, memeId) => upsertVisualDescriptor(tx, memeId, descriptors),
  }
}
