import type { Tx } from '#server/db/db.ts'
import { addMemesCount } from './queries.ts'

/** Updates a person's meme count, and the hourly sum for trending. `by` is 1 or -1. */
export async function addToMemesCount(tx: Tx, userId: string, by: 1 | -1, at: Date): Promise<void> {
  await addMemesCount(tx, userId, by, at)
}
