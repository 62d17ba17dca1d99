import type { Tx } from '#server/db/db.ts'
import { rewriteMemeTexts } from './queries.ts'

/** Makes a meme findable by what people wrote about it, in the transaction that writes it. */
export async function indexMeme(tx: Tx, meme: { id: string }): Promise<void> {
  await rewriteMemeTexts(tx, meme.id)
}
