import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Member } from '#server/viewer.ts'
import { revokeSessionRow } from '../queries.ts'

/** Ends the current session. */
export async function logout(deps: Pick<Deps, 'db'>, viewer: Member): Promise<void> {
  await withTransaction(deps.db, (tx) => revokeSessionRow(tx, viewer.sessionId, viewer.userId))
}
