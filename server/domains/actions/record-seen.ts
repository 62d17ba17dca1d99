import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/viewer.ts'
import { saveSeen } from './seen-queries.ts'

/** Notes which memes stood in a member's view. Unknown ones are passed over; of visitors nothing is kept. Answers how many. */
export async function recordSeen({ db }: Pick<Deps, 'db'>, viewer: Viewer, memeIds: string[]): Promise<number> {
  if (viewer.kind === 'visitor' || memeIds.length === 0) return 0
  return withTransaction(db, (tx) => saveSeen(tx, viewer.userId, memeIds))
}
