import { type Db, withTransaction } from '#server/db/db.ts'
import { areSkeletonsCurrent, fillSkeletons, markSkeletonsCurrent } from './queries.ts'

/** Each batch keeps its members' names from changing while it is written. */
const BATCH = 200

/**
 * Once for each way of comparing names: keeps how the usernames of the members there are look, so that nobody new takes a
 * lookalike, and what these members are found by. Ids carry their time, so the oldest come first; members whose names look
 * alike already keep both.
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
