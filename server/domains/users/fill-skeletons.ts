import { type Db, withTransaction } from '#server/platform/db/db.ts'
import { areSkeletonsCurrent, fillSkeletons, markSkeletonsCurrent } from './queries.ts'

/** Members per batch; their names are locked while the batch is written. */
const BATCH = 200

/**
 * Runs once per version of name comparison. Stores the skeletons of existing usernames, so that no new member can take a
 * lookalike, and the members' search names. Processes the oldest members first; existing lookalikes remain.
 */
export async function fillUsernameSkeletons(db: Db, isStopping: () => boolean = () => false): Promise<void> {
  if (await areSkeletonsCurrent(db)) return
  let last: string | null = null
  do {
    if (isStopping()) return
    last = await withTransaction(db, (tx) => fillSkeletons(tx, last, BATCH))
  } while (last !== null)
  await withTransaction(db, markSkeletonsCurrent)
}
