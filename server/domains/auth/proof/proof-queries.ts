import type { Tx } from '#server/platform/db/db.ts'

export async function confirmSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: new Date() }).where('id', '=', sessionId).execute()
}
