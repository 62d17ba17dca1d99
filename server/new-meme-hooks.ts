import type { Tx } from './db/db.ts'
import type { Deps } from './deps.ts'
import { onNewMeme as indexAndCompare } from './domains/feed/jobs.ts'
import { scoreNewMeme } from './domains/moderation/scoring/jobs.ts'

/** What every domain does with a new or edited meme, in the transaction that writes it. */
export function onNewMeme(deps: Pick<Deps, 'config' | 'jobs' | 'meaning' | 'scorer'>) {
  const index = indexAndCompare(deps)
  return async (tx: Tx, meme: { id: string }): Promise<void> => {
    await index(tx, meme)
    await scoreNewMeme(deps, tx, meme)
  }
}
