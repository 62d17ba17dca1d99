import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { saveSeen } from './seen-queries.ts'

/** Records which memes a member has seen. Ignores unknown ids; stores nothing for visitors. Returns the number recorded. */
export async function recordSeen({ db }: Pick<Deps, 'db'>, viewer: Viewer, memeIds: string[]): Promise<number> {
  if (viewer.kind === 'visitor' || memeIds.length === 0) return 0
  return withTransaction(db, (tx) => saveSeen(tx, viewer.userId, memeIds))
}
