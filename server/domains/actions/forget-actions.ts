import type { Tx } from '#server/platform/db/db.ts'
import { uncountActions } from './queries.ts'

/**
 * Part of account deletion: subtracts a member's actions from the counters of others' memes. The rows themselves are deleted by
 * cascade.
 */
export async function forgetActions(tx: Tx, userId: string): Promise<void> {
  await uncountActions(tx, userId)
}
