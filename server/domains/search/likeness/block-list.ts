import sharp from 'sharp'
import { BLOCKED, isSamePicture } from '#server/domains/search/likeness/descriptor/same-picture.ts'
import { describeImage, type VisualDescriptor } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import {
  deleteBlockedPictures,
  findBlockedLookalikes,
  forgetMemesOf,
  hasBlockedPictures,
  insertBlockedPicture,
} from './block-list-queries.ts'

type Described = VisualDescriptor & { vector: number[] }

/** Returns the given pictures that are on the block list. */
export async function findBlockedAmong<T extends { look: VisualDescriptor; animated: boolean }>(
  db: Db,
  pictures: T[],
): Promise<T[]> {
  const blocked: T[] = []
  if (!(await hasBlockedPictures(db))) return blocked
  for (const picture of pictures) {
    const { vector, blocks } = picture.look
    if (vector && (await isBlockedPicture(db, { vector, blocks }, picture.animated))) blocked.push(picture)
  }
  return blocked
}

/**
 * Returns true if a picture is on the block list: unchanged, cropped, recompressed, or mirrored. Different words make a different
 * picture.
 */
export async function isBlockedPicture(db: Db, picture: Described, animated: boolean): Promise<boolean> {
  const alike = await findBlockedLookalikes(db, picture.vector, animated)
  return alike.some((blocks) => isSamePicture(picture.blocks, blocks, BLOCKED))
}

/**
 * Describes a stored picture as is and mirrored, for `blockPicture`. Call it outside any transaction. Returns an empty list if
 * the file is gone or the picture is flat.
 * @param key name of the small version
 */
export async function describeForBlock(deps: Pick<Deps, 'blobs'>, key: string): Promise<Described[]> {
  const file = await deps.blobs.read(key)
  if (!file) return []
  const bytes = Buffer.concat(await file.stream.toArray())
  const mirrored = await sharp(bytes).flop().png().toBuffer()
  const both = [await describeImage(bytes), await describeImage(mirrored)]
  return both.flatMap(({ vector, blocks }) => (vector ? [{ vector, blocks }] : []))
}

/** Blocks uploads of pictures that look like this one. */
export async function blockPicture(
  tx: Tx,
  meme: { id: string; animated: boolean },
  descriptors: Described[],
): Promise<void> {
  await deleteBlockedPictures(tx, meme.id)
  for (const descriptor of descriptors) await insertBlockedPicture(tx, meme, descriptor)
}

/** Part of account deletion: the pictures stay blocked, but the link to the deleted user's memes is removed. */
export async function forgetBlockedMemes(tx: Tx, userId: string): Promise<void> {
  await forgetMemesOf(tx, userId)
}

/** Removes a meme's picture from the block list. */
export async function unblockPicture(tx: Tx, memeId: string): Promise<void> {
  await deleteBlockedPictures(tx, memeId)
}
