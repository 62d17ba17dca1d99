import type { Tx } from '#server/platform/db/db.ts'
import { lockWords, saveCorrection } from './correction-queries.ts'
import { placeWords } from './place-words.ts'

/** A person who corrects the words in a picture. */
export type Corrector = 'owner' | 'moderator'

/**
 * Replaces the words read in a meme's picture. Later readings do not change corrected words; an empty text means that there are none.
 * The caller updates the search texts. Returns the stored text, or null if it is the present one.
 */
export async function correctWords(tx: Tx, memeId: string, text: string, by: Corrector): Promise<string | null> {
  const corrected = text.split(/\s+/u).filter(Boolean)
  const after = corrected.join(' ')
  const before = await lockWords(tx, memeId)
  if (before.text === after) return null
  const words = placeWords(before.words, corrected)
  await saveCorrection(tx, memeId, words, { byModerator: by === 'moderator', before: before.text, after })
  return after
}
