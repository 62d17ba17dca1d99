import type { Db, Tx } from '#server/platform/db/db.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PreparedPicture } from '#server/platform/images/prepare-picture.ts'
import { addMemesCount } from '../users/accounts.ts'
import { checkUploader } from './check-upload-limits.ts'
import { isLiveOrHiddenMeme } from './lists/states.ts'
import { findBySource, insertMeme, lockSource, type MemeRow, type NewMeme } from './queries.ts'
import { storedBy } from './quota.ts'
import { nameFromFile, tagsOf } from './rules.ts'
import { withStoredFiles } from './store-files.ts'
import { filesOf } from './take-down.ts'
import { hideUnseenFiles, isPictureBlocked } from './take-down-queries.ts'

export interface MemeWords {
  name: string
  description: string
  altText: string
}

/** An inspection of a picture by another domain, before its meme exists. */
export interface PictureInspection {
  /** Serializes uploads of possibly identical pictures, so that the second sees the first. */
  lock(tx: Tx): Promise<void>
  /**
   * Returns the id of the live meme that shows the same picture with the same words; ignores memes of users with a block between
   * them and the uploader.
   */
  findSame(db: Db, uploaderId: string): Promise<string | undefined>
  /** Returns true if the picture, or its mirror image, is on the block list. */
  findBlocked(db: Db): Promise<boolean>
  /** Stores the findings with the meme's row. */
  keep(tx: Tx, memeId: string): Promise<void>
}

/** Inspects a prepared picture, outside any transaction. */
export type InspectPicture = (picture: PreparedPicture) => Promise<PictureInspection>

export interface AddMemeInput {
  userId: string
  words: MemeWords
  fileName: string
  location: 'quick' | 'bulk'
  picture: PreparedPicture
  /** SHA-256 of the uploaded bytes. */
  sourceHash: string
  allowDuplicate: boolean
  /** True if the uploader marked it as sensitive. */
  sensitive?: boolean
  inspect?: InspectPicture | undefined
  createdAt?: Date | undefined
  /** Runs more work in the same transaction: follow-up jobs, the row of a bulk upload. */
  onMemeWritten?: (tx: Tx, meme: MemeRow) => Promise<void>
}

/**
 * Stores a prepared picture and creates its meme. It announces the files, stores them, then references them from a row, so that a
 * crash leaves either a complete meme, or no meme and files for the sweep. Throws meme.duplicate with `duplicateOf`, meme.removed
 * for a picture that was taken down, image.blocked for one that looks like a blocked picture, and the errors of `checkUploader`.
 */
export async function addMeme(deps: Pick<Deps, 'db' | 'blobs'>, order: AddMemeInput): Promise<MemeRow> {
  const { picture } = order
  const known = await order.inspect?.(picture)
  if (!order.allowDuplicate) await refuseDuplicate(deps.db, order, known)
  return withStoredFiles(deps, Object.values(picture.files), () => insertChecked(deps, order, known))
}

async function insertChecked(
  deps: Pick<Deps, 'db'>,
  order: AddMemeInput,
  known: PictureInspection | undefined,
): Promise<MemeRow> {
  const { picture } = order
  return withTransaction(deps.db, async (tx) => {
    await lockSource(tx, order.sourceHash)
    if (!order.allowDuplicate) {
      await known?.lock(tx)
      await refuseDuplicate(tx, order, known)
    }
    if (await known?.findBlocked(tx)) throw new AppError('image.blocked')
    const isForReview = await checkUploader(tx, order.userId, storedBy(picture))
    const meme = await insertMeme(tx, newMeme(order, isForReview))
    const keys = Object.values(picture.files).map((file) => file.key)
    if (await isPictureBlocked(tx, keys, order.sourceHash)) throw new AppError('meme.removed')
    if (isLiveOrHiddenMeme(meme)) await addMemesCount(tx, order.userId, 1)
    if (meme.status === 'hidden') await hideUnseenFiles(tx, filesOf(meme))
    await known?.keep(tx, meme.id)
    await order.onMemeWritten?.(tx, meme)
    return meme
  })
}

/** Returns the row of a picture that is prepared and allowed. */
export function newMeme(
  order: Omit<AddMemeInput, 'allowDuplicate' | 'inspect' | 'onMemeWritten'>,
  isForReview: boolean,
): NewMeme {
  const { picture, words } = order
  const { origin, medium, small } = picture.files
  const name = words.name || nameFromFile(order.fileName)
  return {
    id: newId(order.createdAt?.getTime()),
    userId: order.userId,
    name,
    description: words.description,
    altText: words.altText,
    tags: tagsOf(name, words.description),
    location: order.location,
    blobs: { origin: origin.key, medium: medium.key, small: small.key },
    width: picture.width,
    height: picture.height,
    thumbhash: picture.thumbhash,
    animated: picture.animated,
    mime: picture.mime,
    sensitive: order.sensitive === true,
    sourceHash: order.sourceHash,
    createdAt: order.createdAt,
    isForReview,
  }
}

async function refuseDuplicate(
  db: Db,
  { sourceHash, userId }: Pick<AddMemeInput, 'sourceHash' | 'userId'>,
  known: PictureInspection | undefined,
): Promise<void> {
  const same = (await findBySource(db, sourceHash, userId))?.id ?? (await known?.findSame(db, userId))
  if (same) throw new AppError('meme.duplicate', { fields: { duplicateOf: same } })
}
