import type { Tx } from '#server/platform/db/db.ts'
import { appendLog, type LogAction } from './queries.ts'
import type { Actor } from './require-power.ts'
import { FORGOTTEN_ID } from './rules.ts'

/** Logs what an admin changed that is no meme and no person. */
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
  await appendLog(tx, [{ targetId: FORGOTTEN_ID, ...entry, actorId: by }])
}
