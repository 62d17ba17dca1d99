import sharp from 'sharp'
import { describeImage } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Db } from '#server/platform/db/db.ts'
import { PICTURE_TIME_LIMIT_SECONDS } from '#server/platform/images/prepare-picture.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import { isRemovedSource } from '../../memes/take-down.ts'
import { isBlockedPicture } from '../likeness/block-list.ts'

/** Size of a meme's small version, which the block list describes. */
const COMPARED_SIDE_PX = 480

/**
 * Returns true if the picture's bytes match a removed picture or its looks match the block list. The caller must already have decoded it
 * within the limits.
 */
export async function isRemovedPicture(db: Db, source: StagedSource): Promise<boolean> {
  if (await isRemovedSource(db, source.sha256)) return true
  const picture = await sharp(source.path)
    .rotate()
    .resize({ width: COMPARED_SIDE_PX, height: COMPARED_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: PICTURE_TIME_LIMIT_SECONDS })
    .png()
    .toBuffer()
  const { vector, ...rest } = await describeImage(picture)
  if (!vector) return false
  for (const animated of [false, true]) if (await isBlockedPicture(db, { ...rest, vector }, animated)) return true
  return false
}
