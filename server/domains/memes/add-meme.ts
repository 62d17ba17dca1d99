import type { PreparedPicture } from '#server/adapters/images/prepare-picture.ts'
import type { Tx } from '#server/db/db.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { addToMemesCount } from '../users/count-memes.ts'
import { findBySource, insertMeme, lockSource, type MemeRow } from './queries.ts'
import { languageOfText, nameFromFile, tagsOf } from './rules.ts'
import { storeFiles } from './store-files.ts'

export interface MemeWords {
  name: string
  description: string
  altText: string
}

export interface AddMemeOrder {
  userId: string
  words: MemeWords
  fileName: string
  location: 'quick' | 'bulk'
  picture: PreparedPicture
  /** SHA-256 of the bytes that were sent. */
  sourceHash: string
  allowDuplicate: boolean
  createdAt?: Date | undefined
  /** More that belongs in the same transaction: follow-up jobs, the row of a bulk upload. */
  alongside?: (tx: Tx, meme: MemeRow) => Promise<void>
}

/**
 * Stores a prepared picture and makes its meme. Files are announced, then stored, then named by a row: a crash leaves
 * either no meme and files that the sweep takes, or a whole meme. Throws meme.duplicate with `duplicateOf`.
 */
export async function addMeme(deps: Pick<Deps, 'db' | 'blobs'>, order: AddMemeOrder): Promise<MemeRow> {
  const { picture } = order
  if (!order.allowDuplicate) await refuseDuplicate(deps, order.sourceHash)
  await storeFiles(deps, Object.values(picture.files))
  return withTransaction(deps.db, async (tx) => {
    await lockSource(tx, order.sourceHash)
    if (!order.allowDuplicate) await refuseDuplicate({ db: tx }, order.sourceHash)
    const name = order.words.name || nameFromFile(order.fileName)
    const meme = await insertMeme(tx, {
      id: newId(order.createdAt?.getTime()),
      userId: order.userId,
      name,
      description: order.words.description,
      altText: order.words.altText,
      tags: tagsOf(name, order.words.description),
      location: order.location,
      language: languageOfText(`${name} ${order.words.description}`) ?? null,
      blobs: { origin: picture.files.origin.key, medium: picture.files.medium.key, small: picture.files.small.key },
      width: picture.width,
      height: picture.height,
      thumbhash: picture.thumbhash,
      animated: picture.animated,
      mime: picture.mime,
      sourceHash: order.sourceHash,
      createdAt: order.createdAt,
    })
    await addToMemesCount(tx, order.userId, 1, meme.created_at)
    await order.alongside?.(tx, meme)
    return meme
  })
}

async function refuseDuplicate(deps: Pick<Deps, 'db'>, sourceHash: string): Promise<void> {
  const existing = await findBySource(deps.db, sourceHash)
  if (existing) throw new AppError('meme.duplicate', { fields: { duplicateOf: existing.id } })
}
