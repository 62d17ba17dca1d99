import { READ_VERSION } from '#reader/read-version.ts'
import type { Tx } from '#server/db/db.ts'
import { type PictureWord, rewriteMemeTexts, storePictureWords } from '../queries.ts'

/** Indexes a meme's texts, in the transaction that writes it. */
export async function indexMeme(tx: Tx, meme: { id: string }): Promise<void> {
  await rewriteMemeTexts(tx, meme.id)
}

/** The same for a meme whose picture text is already known. */
export async function indexMemeWithWords(tx: Tx, meme: { id: string }, words: PictureWord[]): Promise<void> {
  await storePictureWords(tx, meme.id, words, READ_VERSION)
  await rewriteMemeTexts(tx, meme.id)
}
