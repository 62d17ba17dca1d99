import type { Tx } from '#server/db/db.ts'
import { uncountActions } from './queries.ts'

/** Part of a member's deletion: what they did to memes of others no longer counts. Their rows go by cascade. */
export async function forgetActions(tx: Tx, userId: string): Promise<void> {
  await uncountActions(tx, userId)
}
