import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/** Returns ids by which others' rows, cached pages and jobs may still refer to a member: those of their memes and uploads. */
export async function findTraceIds(tx: Tx, userId: string): Promise<{ memeIds: string[]; uploadIds: string[] }> {
  const memes = await tx.selectFrom('memes').select('id').where('user_id', '=', userId).execute()
  const uploads = await tx.selectFrom('uploads').select('id').where('user_id', '=', userId).execute()
  return { memeIds: memes.map((row) => row.id), uploadIds: uploads.map((row) => row.id) }
}

/** Deletes the member's view and copy windows, which have a key instead of a foreign key. */
export async function deleteWindows(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('action_windows').where('viewer_key', '=', userId).execute()
}

/** Removes these memes and their templates from other users' fixed feed pages. */
export async function cutFromPages(tx: Tx, memeIds: string[]): Promise<void> {
  const gone = sql`${memeIds}::uuid[]`
  await sql`
    update feed_pages p set (meme_ids, reasons, groups) = (
      select coalesce(array_agg(e.meme order by e.position), '{}'), coalesce(array_agg(coalesce(e.reason, '') order by e.position), '{}'),
        coalesce(array_agg(case when split_part(e.grouped, ' ', 2) = any(${memeIds}::text[])
          then split_part(e.grouped, ' ', 1) || ' ' || e.meme else coalesce(e.grouped, '') end order by e.position), '{}')
      from unnest(p.meme_ids, p.reasons, p.groups) with ordinality e (meme, reason, grouped, position)
      where e.meme <> all(${gone}))
    where p.meme_ids && ${gone} or exists (select from unnest(p.groups) g where split_part(g, ' ', 2) = any(${memeIds}::text[]))`.execute(
    tx,
  )
}

/** Removes references to these memes from other users' duplicate results. */
export async function forgetDuplicates(tx: Tx, memeIds: string[]): Promise<void> {
  await sql`update upload_files set duplicate_of = null where duplicate_of = any(${memeIds}::uuid[])`.execute(tx)
}
