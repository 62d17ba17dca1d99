import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { DELETED_VIEWER } from './rules.ts'

/**
 * Removes the member's name from up to `limit` views of one meme or of all memes. The views still count. Returns how many
 * changed.
 */
export async function anonymizeViews(
  tx: Tx,
  userId: string,
  { memeId, limit }: { memeId: string | undefined; limit: number },
): Promise<number> {
  const unnamed = await sql`
    update actions set user_id = null, viewer_key = ${DELETED_VIEWER}
    where id in (select id from actions where user_id = ${userId} and action = 'view'
      and ${memeId === undefined ? sql`true` : sql`meme_id = ${memeId}::uuid`} order by at desc limit ${limit})`.execute(
    tx,
  )
  return Number(unnamed.numAffectedRows ?? 0)
}

export async function isHistoryOn(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('keeps_history').where('id', '=', userId).executeTakeFirst()
  return user?.keeps_history ?? false
}

export async function setHistoryOn(tx: Tx, userId: string, keep: boolean): Promise<void> {
  await tx.updateTable('users').set({ keeps_history: keep, updated_at: new Date() }).where('id', '=', userId).execute()
}
