import type { Tx } from '#server/db/db.ts'
import { upsertMemeTexts } from './queries.ts'

/** Makes a meme findable by its name, description and tags, in the transaction that writes them. */
export async function indexMeme(
  tx: Tx,
  meme: { id: string; name: string; description: string; tags: string[] },
): Promise<void> {
  await upsertMemeTexts(tx, meme.id, meme)
}
