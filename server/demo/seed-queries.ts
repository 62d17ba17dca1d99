import { sql } from 'kysely'
import { storeValue } from '#server/db/stored-value-queries.ts'
import type { Db, Tx } from '../db/db.ts'
import { newId } from '../db/id.ts'
import { VOTE_POINTS } from '../domains/actions/rules.ts'

export interface PastAction {
  userId: string | null
  action: 'view' | 'like' | 'dislike' | 'copy' | 'add-to-album'
  at: Date
}

const PROGRESS_KEY = 'demo.memes'
/** The progress once an operator took the demo away. */
const REMOVED = 'removed'

const progressIn = (row: { value: string } | undefined) =>
  row === undefined || row.value === REMOVED ? null : Number(row.value)

const findProgress = (db: Db) => db.selectFrom('settings').select('value').where('key', '=', PROGRESS_KEY)

/** The number of stored demo memes; null if filling never started, or after a removal. */
export async function readProgress(db: Db): Promise<number | null> {
  return progressIn(await findProgress(db).executeTakeFirst())
}

/** Whether an operator took the demo away, and has not filled it again since. */
export async function wasRemoved(db: Db): Promise<boolean> {
  return (await findProgress(db).executeTakeFirst())?.value === REMOVED
}

/** Like `readProgress`, but locks filling and removal until the transaction ends. */
export async function lockProgress(tx: Tx): Promise<number | null> {
  return progressIn(await findProgress(tx).forUpdate().executeTakeFirst())
}

/** Marks filling as started, if it is not yet or the demo was removed. */
export async function beginProgress(tx: Tx): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key: PROGRESS_KEY, value: '0' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '0' }).where('settings.value', '=', REMOVED))
    .execute()
}

export async function writeProgress(tx: Tx, memes: number): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: String(memes) })
    .where('key', '=', PROGRESS_KEY)
    .execute()
}

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

export async function findDemoUsers(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('users').select(['id', 'username']).where('is_demo', '=', true).execute()
  return new Map(rows.map((row) => [row.username, row.id]))
}

export async function setAvatar(tx: Tx, userId: string, large: string, small: string): Promise<void> {
  await tx.updateTable('users').set({ avatar_large: large, avatar_small: small }).where('id', '=', userId).execute()
  await tx.updateTable('blobs').set({ pending_until: null }).where('key', 'in', [large, small]).execute()
}

export async function insertFollows(
  tx: Tx,
  follows: { followerId: string; followedId: string; at: Date }[],
): Promise<void> {
  for (const { followerId, followedId, at } of follows) {
    const added = await tx
      .insertInto('follows')
      .values({ follower_id: followerId, followed_id: followedId, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('follower_id')
      .executeTakeFirst()
    if (!added) continue
    await sql`update users set following_count = following_count + 1 where id = ${followerId}`.execute(tx)
    await sql`update users set followers_count = followers_count + 1 where id = ${followedId}`.execute(tx)
  }
}

/** Writes a meme's past actions; ledger, state, counters and hourly sums are consistent. */
export async function insertPast(tx: Tx, memeId: string, creatorId: string, actions: PastAction[]): Promise<void> {
  if (actions.length === 0) return
  await tx
    .insertInto('actions')
    .values(
      actions.map(({ userId, action, at }, index) => ({
        id: newId(at.getTime()),
        at,
        meme_id: memeId,
        user_id: userId,
        viewer_key: userId ?? `demo visitor ${index}`,
        address_key: `demo ${userId ?? index}`,
        action,
        delta: 1,
        source: 'feed',
        device: 'desktop',
      })),
    )
    .execute()
  const byMembers = actions.flatMap(({ userId, action, at }) => (userId ? [{ userId, action, at }] : []))
  const reactions = byMembers.flatMap(({ userId, action, at }) =>
    action === 'like' || action === 'dislike'
      ? [{ user_id: userId, meme_id: memeId, kind: action, created_at: at }]
      : [],
  )
  if (reactions.length > 0)
    await tx
      .insertInto('reactions')
      .values(reactions)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const kept = byMembers.filter(({ action }) => action === 'add-to-album')
  if (kept.length > 0)
    await tx
      .insertInto('album_items')
      .values(kept.map(({ userId, at }) => ({ user_id: userId, meme_id: memeId, added_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const sums = sql`count(*) filter (where action = 'view')::int as views, count(*) filter (where action = 'like')::int as likes,
    count(*) filter (where action = 'dislike')::int as dislikes, count(*) filter (where action = 'copy')::int as copies,
    count(*) filter (where action = 'add-to-album')::int as albums`
  await sql`
    update meme_stats s set view_count = a.views, like_count = a.likes, dislike_count = a.dislikes, copy_count = a.copies
    from (select ${sums} from actions where meme_id = ${memeId}) a where s.meme_id = ${memeId}`.execute(tx)
  await sql`
    insert into meme_hours (meme_id, hour, views, likes, copies, weight)
    select meme_id, hour, views, likes, copies,
      ${VOTE_POINTS.view}::float8 * views + ${VOTE_POINTS.like}::float8 * likes + ${VOTE_POINTS.copy}::float8 * copies
        + ${VOTE_POINTS['add-to-album']}::float8 * albums
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions where meme_id = ${memeId} group by 1, 2) h
    on conflict do nothing`.execute(tx)
  await sql`
    insert into user_hours (user_id, hour, views, likes, copies, weight)
    select ${creatorId}::uuid, hour, views, likes, copies, weight from meme_hours where meme_id = ${memeId}
    on conflict (user_id, hour) do update set views = user_hours.views + excluded.views, likes = user_hours.likes + excluded.likes,
      copies = user_hours.copies + excluded.copies, weight = user_hours.weight + excluded.weight`.execute(tx)
  await sql`select recompute_closed_sums(array[${memeId}]::uuid[], array[${creatorId}]::uuid[])`.execute(tx)
}

/** Deletes all demo people with their content and their actions on others' memes; later starts do not fill it again. */
export async function deleteDemo(tx: Tx): Promise<number> {
  // First, so that a concurrent filling waits and then stops.
  await storeValue(tx, PROGRESS_KEY, REMOVED)
  await sql`
    update meme_stats s set view_count = greatest(0, view_count - d.views), like_count = greatest(0, like_count - d.likes),
      dislike_count = greatest(0, dislike_count - d.dislikes), copy_count = greatest(0, copy_count - d.copies)
    from (select a.meme_id, coalesce(sum(delta) filter (where action = 'view'), 0)::int as views,
        coalesce(sum(delta) filter (where action = 'like'), 0)::int as likes,
        coalesce(sum(delta) filter (where action = 'dislike'), 0)::int as dislikes,
        coalesce(sum(delta) filter (where action = 'copy'), 0)::int as copies
      from actions a join users u on u.id = a.user_id where u.is_demo group by a.meme_id) d
    where s.meme_id = d.meme_id`.execute(tx)
  await sql`
    update users u set followers_count = greatest(0, followers_count - d.lost)
    from (select f.followed_id, count(*)::int as lost from follows f join users x on x.id = f.follower_id where x.is_demo group by 1) d
    where u.id = d.followed_id`.execute(tx)
  await sql`
    update users u set following_count = greatest(0, following_count - d.lost)
    from (select f.follower_id, count(*)::int as lost from follows f join users x on x.id = f.followed_id where x.is_demo group by 1) d
    where u.id = d.follower_id`.execute(tx)
  const removed = await tx.deleteFrom('users').where('is_demo', '=', true).executeTakeFirst()
  return Number(removed.numDeletedRows)
}
