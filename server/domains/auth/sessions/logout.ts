import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordSecurityEvent } from '../../security-log/record-event.ts'
import { revokeSessionRow } from '../queries.ts'

export async function logout(deps: Pick<Deps, 'config' | 'db'>, viewer: Member): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await revokeSessionRow(tx, viewer.sessionId, viewer.userId)
    await recordSecurityEvent(deps, tx, { event: 'sign-out', userId: viewer.userId, from: viewer })
  })
}
