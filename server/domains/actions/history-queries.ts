import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive } from '#server/platform/db/live-memes-queries.ts'
import { isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Member } from '#server/platform/viewer.ts'
import { FORGOTTEN_VIEWER, HISTORY_MEMES_MAX, HISTORY_VIEWS_MAX } from './rules.ts'

export interface ViewRow {
  meme_id: string
  at: Date
}

/** Returns the last view of each meme among a member's latest views, using index actions_by_user_time. Skips deleted memes. */
export async function findHistory(
  db: Db,
  viewer: Member,
  limit: number,
  after: { at: string; id: string } | undefined,
): Promise<ViewRow[]> {
  const found = await sql<ViewRow>`
    with views as materialized (
      select meme_id, at from actions where user_id = ${viewer.userId} and action = 'view' order by at desc limit ${HISTORY_VIEWS_MAX}
    ), last as (
      select meme_id, max(at) as at from views group by meme_id order by 2 desc, 1 desc limit ${HISTORY_MEMES_MAX}
    )
    select l.meme_id, l.at from last l join memes m on m.id = l.meme_id
    where ${isLive()} and ${isPersonShown(viewer, 'm.user_id', 'everywhere')}
      and ${after ? sql`(l.at, l.meme_id) < (${after.at}::timestamptz(3), ${after.id}::uuid)` : sql`true`}
    order by l.at desc, l.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Removes the member's name from up to `limit` views of one meme or of all memes. The views still count. Returns how many
 * changed.
 */
export async function unnameViews(
  tx: Tx,
  userId: string,
  { memeId, limit }: { memeId: string | undefined; limit: number },
): Promise<number> {
  const unnamed = await sql`
    update actions set user_id = null, viewer_key = ${FORGOTTEN_VIEWER}
    where id in (select id from actions where user_id = ${userId} and action = 'view'
      and ${memeId === undefined ? sql`true` : sql`meme_id = ${memeId}::uuid`} order by at desc limit ${limit})`.execute(
    tx,
  )
  return Number(unnamed.numAffectedRows ?? 0)
}

export async function keepsHistory(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('keeps_history').where('id', '=', userId).executeTakeFirst()
  return user?.keeps_history ?? false
}

export async function saveKeepsHistory(tx: Tx, userId: string, keep: boolean): Promise<void> {
  await tx.updateTable('users').set({ keeps_history: keep, updated_at: new Date() }).where('id', '=', userId).execute()
}
