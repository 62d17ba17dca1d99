import type { Tx } from '#server/platform/db/db.ts'
import { appendLog, type LogAction } from './queries.ts'
import type { Actor } from './require-power.ts'
import { DELETED_MEMBER_ID } from './rules.ts'

/** Logs a change by an admin that concerns neither a meme nor a user. */
export async function logAdmin(
  tx: Tx,
  by: Actor,
  entry: {
    action: Extract<LogAction, 'settings' | 'invite' | 'revoke' | 'ban' | 'unban'>
    targetKind: 'settings' | 'invite' | 'network'
    targetId?: string
    reason: string
  },
): Promise<void> {
  await appendLog(tx, [{ targetId: DELETED_MEMBER_ID, ...entry, actorId: by }])
}
