import type { Tx } from '#server/platform/db/db.ts'
import { addMemesCount } from '../users/accounts.ts'
import { isLiveOrHiddenMeme } from './lists/states.ts'
import type { MemeRow, MemeState } from './queries.ts'

/**
 * Updates a member's meme count after a change to one meme. Compares its row with `before`; the row must have been locked since
 * `before` was read.
 */
export async function recountMeme(
  tx: Tx,
  before: MemeState & Pick<MemeRow, 'user_id'>,
  after: MemeState,
): Promise<void> {
  const by = Number(isLiveOrHiddenMeme(after)) - Number(isLiveOrHiddenMeme(before))
  if (by !== 0 && before.user_id) await addMemesCount(tx, before.user_id, by)
}
