import type { TypedCaption } from '#contract/templates/typed-captions.ts'
import { READ_VERSION } from '#reader/read-version.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { PictureWord } from '../queries.ts'
import { rewriteMemeTexts, rewriteTextsOfMemes, storeTypedWords, storeWordsOfPictures } from './text-queries.ts'

/** Indexes a meme's texts in the transaction that writes the meme. */
export async function indexMeme(tx: Tx, meme: { id: string }): Promise<void> {
  await rewriteMemeTexts(tx, meme.id)
}

/** Indexes memes after their pictures were read. */
export async function indexMemesWithWords(tx: Tx, memes: { id: string; words: PictureWord[] }[]): Promise<void> {
  await storeWordsOfPictures(tx, memes, READ_VERSION)
  await rewriteTextsOfMemes(
    tx,
    memes.map(({ id }) => id),
  )
}

/** Stores the captions that the creator of a new meme typed, split into words. Call it before indexing the texts. */
export async function storeTypedCaptions(tx: Tx, memeId: string, captions: readonly TypedCaption[]): Promise<void> {
  const words = captions.flatMap(({ text, x, y, width, height }) =>
    text
      .normalize('NFC')
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({ text: word, x, y, width, height })),
  )
  if (words.length > 0) await storeTypedWords(tx, memeId, words.slice(0, TYPED_WORDS_MAX))
}

/** More words than fit on a picture. */
const TYPED_WORDS_MAX = 1000
