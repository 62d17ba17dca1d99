import { sql } from 'kysely'
import type { MemeStats } from '#contract/memes.ts'
import type { Tx } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deltas, Reaction } from './rules.ts'

/** True when the action counts: the viewer's last counted one on this meme is older than the window. */
export async function openWindow(
  tx: Tx,
  viewerKey: string,
  memeId: string,
  action: string,
  windowSeconds: number,
): Promise<boolean> {
  const opened = await sql<{ counted: number }>`
    insert into action_windows (viewer_key, meme_id, action, counted_at) values (${viewerKey}, ${memeId}, ${action}, now())
    on conflict (viewer_key, meme_id, action) do update set counted_at = now()
      where action_windows.counted_at <= now() - make_interval(secs => ${windowSeconds})
    returning 1 as counted`.execute(tx)
  return opened.rows.length > 0
}

/** A member's reaction to a meme, locked. The meme's counters are locked first, so that two taps at once take turns. */
export async function lockReaction(tx: Tx, userId: string, memeId: string): Promise<Reaction> {
  await tx.selectFrom('meme_stats').select('meme_id').where('meme_id', '=', memeId).forUpdate().execute()
  const row = await tx
    .selectFrom('reactions')
    .select('kind')
    .where('user_id', '=', userId)
    .where('meme_id', '=', memeId)
    .executeTakeFirst()
  return row?.kind ?? null
}

export async function setReaction(tx: Tx, userId: string, memeId: string, kind: Reaction): Promise<void> {
  if (kind === null) {
    await tx.deleteFrom('reactions').where('user_id', '=', userId).where('meme_id', '=', memeId).execute()
    return
  }
  await tx
    .insertInto('reactions')
    .values({ user_id: userId, meme_id: memeId, kind })
    .onConflict((conflict) => conflict.columns(['user_id', 'meme_id']).doUpdateSet({ kind, created_at: new Date() }))
    .execute()
}

/** Sets or toggles membership of the album; answers the change in its number: 1, 0 or -1. */
export async function setInAlbum(
  tx: Tx,
  userId: string,
  memeId: string,
  active: boolean | undefined,
): Promise<-1 | 0 | 1> {
  if (active !== true) {
    const removed = await tx
      .deleteFrom('album_items')
      .where('user_id', '=', userId)
      .where('meme_id', '=', memeId)
      .executeTakeFirst()
    if (removed.numDeletedRows > 0n) return -1
    if (active === false) return 0
  }
  const added = await tx
    .insertInto('album_items')
    .values({ user_id: userId, meme_id: memeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('meme_id')
    .executeTakeFirst()
  return added ? 1 : 0
}

export async function addToCounters(tx: Tx, memeId: string, creatorId: string | null, deltas: Deltas): Promise<void> {
  await sql`
    update meme_stats set
      view_count = greatest(0, view_count + ${deltas.views}), like_count = greatest(0, like_count + ${deltas.likes}),
      dislike_count = greatest(0, dislike_count + ${deltas.dislikes}), copy_count = greatest(0, copy_count + ${deltas.copies}),
      album_count = greatest(0, album_count + ${deltas.albums})
    where meme_id = ${memeId}`.execute(tx)
  await sql`
    insert into meme_hours (meme_id, hour, views, likes, dislikes, copies, albums)
    values (${memeId}, date_trunc('hour', now()), ${deltas.views}, ${deltas.likes}, ${deltas.dislikes}, ${deltas.copies}, ${deltas.albums})
    on conflict (meme_id, hour) do update set views = meme_hours.views + excluded.views, likes = meme_hours.likes + excluded.likes,
      dislikes = meme_hours.dislikes + excluded.dislikes, copies = meme_hours.copies + excluded.copies,
      albums = meme_hours.albums + excluded.albums`.execute(tx)
  if (!creatorId) return
  await sql`
    insert into user_hours (user_id, hour, likes, copies, views)
    values (${creatorId}, date_trunc('hour', now()), ${deltas.likes}, ${deltas.copies}, ${deltas.views})
    on conflict (user_id, hour) do update set likes = user_hours.likes + excluded.likes,
      copies = user_hours.copies + excluded.copies, views = user_hours.views + excluded.views`.execute(tx)
}

export interface LedgerEntry {
  memeId: string
  userId: string | null
  viewerKey: string
  addressKey: string
  action: string
  delta: number
  source: string | null
  device: string | null
  language: string | null
}

export async function appendToLedger(tx: Tx, entry: LedgerEntry): Promise<void> {
  await tx
    .insertInto('actions')
    .values({
      id: newId(),
      meme_id: entry.memeId,
      user_id: entry.userId,
      viewer_key: entry.viewerKey,
      address_key: entry.addressKey,
      action: entry.action,
      delta: entry.delta,
      source: entry.source,
      device: entry.device,
      language: entry.language,
    })
    .execute()
}

/** Adds to what a member uses most; `scaled` as rules.ts gives it, negative to take back. */
export async function addUse(tx: Tx, userId: string, memeId: string, scaled: number): Promise<void> {
  if (scaled <= 0) {
    await sql`
      update meme_uses set log_point = ln(greatest(power(2, log_point) + ${scaled}, 1e-9)) / ln(2::float8)
      where user_id = ${userId} and meme_id = ${memeId}`.execute(tx)
    return
  }
  await sql`
    insert into meme_uses (user_id, meme_id, log_point) values (${userId}, ${memeId}, ln(${scaled}::float8) / ln(2::float8))
    on conflict (user_id, meme_id) do update set
      log_point = ln(power(2, meme_uses.log_point) + ${scaled}::float8) / ln(2::float8), updated_at = now()`.execute(tx)
}

export async function readStats(tx: Tx, memeId: string): Promise<MemeStats> {
  const row = await tx.selectFrom('meme_stats').selectAll().where('meme_id', '=', memeId).executeTakeFirstOrThrow()
  return {
    viewCount: row.view_count,
    likeCount: row.like_count,
    copyCount: row.copy_count,
    dislikeCount: row.dislike_count,
  }
}

/** Takes a leaving member's actions out of the counters and hourly sums of memes and their creators. */
export async function uncountActions(tx: Tx, userId: string): Promise<void> {
  // State (likes, albums) is counted from its own rows, which outlive the ledger's retention.
  await sql`
    update meme_stats s set
      like_count = greatest(0, s.like_count - d.likes), dislike_count = greatest(0, s.dislike_count - d.dislikes),
      album_count = greatest(0, s.album_count - d.albums), view_count = greatest(0, s.view_count - d.views),
      copy_count = greatest(0, s.copy_count - d.copies)
    from (
      select meme_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes, sum(albums)::int as albums,
        sum(views)::int as views, sum(copies)::int as copies
      from (
        select meme_id, (kind = 'like')::int as likes, (kind = 'dislike')::int as dislikes, 0 as albums, 0 as views, 0 as copies
          from reactions where user_id = ${userId}
        union all select meme_id, 0, 0, 1, 0, 0 from album_items where user_id = ${userId}
        union all select meme_id, 0, 0, 0, (action = 'view')::int * delta, (action = 'copy')::int * delta
          from actions where user_id = ${userId}
      ) parts group by meme_id
    ) d where s.meme_id = d.meme_id`.execute(tx)
  const sums = sql`
    coalesce(sum(delta) filter (where action = 'view'), 0)::int as views, coalesce(sum(delta) filter (where action = 'like'), 0)::int as likes,
    coalesce(sum(delta) filter (where action = 'dislike'), 0)::int as dislikes,
    coalesce(sum(delta) filter (where action = 'copy'), 0)::int as copies,
    coalesce(sum(delta) filter (where action = 'add-to-album'), 0)::int as albums`
  await sql`
    update meme_hours h set views = h.views - d.views, likes = h.likes - d.likes, dislikes = h.dislikes - d.dislikes,
      copies = h.copies - d.copies, albums = h.albums - d.albums
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions where user_id = ${userId} group by 1, 2) d
    where h.meme_id = d.meme_id and h.hour = d.hour`.execute(tx)
  await sql`
    update user_hours h set views = h.views - d.views, likes = h.likes - d.likes, copies = h.copies - d.copies
    from (select m.user_id, date_trunc('hour', a.at) as hour, ${sums}
      from actions a join memes m on m.id = a.meme_id where a.user_id = ${userId} group by 1, 2) d
    where h.user_id = d.user_id and h.hour = d.hour`.execute(tx)
}
