import { type Db, withTransaction } from '#server/platform/db/db.ts'
import { areSkeletonsCurrent, fillSkeletons, markSkeletonsCurrent } from './queries.ts'

/** Each batch keeps its members' names from changing while it is written. */
const BATCH = 200

/**
 * Runs once per version of name comparison: stores the skeletons of existing usernames, so that nobody takes a lookalike, and
 * the members' search names. Oldest members first; existing lookalikes keep their names.
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
