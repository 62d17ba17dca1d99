import { sql } from 'kysely'
import { storeValue } from '#server/platform/db/stored-value-queries.ts'
import { VOTE_POINTS } from '../../domains/actions/rules.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/id.ts'

export interface PastAction {
  userId: string | null
  action: 'view' | 'like' | 'dislike' | 'copy' | 'add-to-album'
  at: Date
}

const PROGRESS_KEY = 'demo.memes'
/** Progress value after an operator removed the demo. */
const REMOVED = 'removed'

const progressIn = (row: { value: string } | undefined) =>
  row === undefined || row.value === REMOVED ? null : Number(row.value)

const findProgress = (db: Db) => db.selectFrom('settings').select('value').where('key', '=', PROGRESS_KEY)

/** Returns the number of stored demo memes; null if filling never started, or after a removal. */
export async function readProgress(db: Db): Promise<number | null> {
  return progressIn(await findProgress(db).executeTakeFirst())
}

/** Returns true if an operator removed the demo and has not refilled it. */
export async function wasRemoved(db: Db): Promise<boolean> {
  return (await findProgress(db).executeTakeFirst())?.value === REMOVED
}

/** Like `readProgress`, but blocks filling and removal until the transaction ends. */
export async function lockProgress(tx: Tx): Promise<number | null> {
  return progressIn(await findProgress(tx).forUpdate().executeTakeFirst())
}

/** Marks filling as started if it is not, or if the demo was removed. */
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

export async function setAvatars(tx: Tx, avatars: { userId: string; large: string; small: string }[]): Promise<void> {
  await sql`
    update users u set avatar_large = n.large, avatar_small = n.small
    from jsonb_to_recordset(${JSON.stringify(avatars)}::jsonb) as n ("userId" uuid, large text, small text)
    where u.id = n."userId"`.execute(tx)
}

export async function insertFollows(
  tx: Tx,
  follows: { followerId: string; followedId: string; at: Date }[],
): Promise<void> {
  if (follows.length === 0) return
  const added = await tx
    .insertInto('follows')
    .values(
      follows.map(({ followerId, followedId, at }) => ({
        follower_id: followerId,
        followed_id: followedId,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['follower_id', 'followed_id'])
    .execute()
  const followers = added.map((row) => row.follower_id)
  const followed = added.map((row) => row.followed_id)
  await sql`
    update users u set following_count = following_count + n.count
    from (select id, count(*)::int from unnest(${followers}::uuid[]) id group by id) n where u.id = n.id`.execute(tx)
  await sql`
    update users u set followers_count = followers_count + n.count
    from (select id, count(*)::int from unnest(${followed}::uuid[]) id group by id) n where u.id = n.id`.execute(tx)
}

/** Writes past actions for memes that have none yet. Ledger, state, counters and hourly sums are consistent. */
export async function insertPast(tx: Tx, memes: { memeId: string; actions: PastAction[] }[]): Promise<void> {
  const past = memes.filter(({ actions }) => actions.length > 0)
  const ids = past.map(({ memeId }) => memeId)
  if (ids.length === 0) return
  const ofThese = sql`meme_id = any(${ids}::uuid[])`
  const rows = past.flatMap(({ memeId, actions }) =>
    actions.map(({ userId, action, at }, index) => ({ id: newId(at.getTime()), at, memeId, userId, action, index })),
  )
  await sql`
    insert into actions (id, at, meme_id, user_id, viewer_key, address_key, action, delta, source, device)
    select id, at, "memeId", "userId", coalesce("userId"::text, 'demo visitor ' || index),
      'demo ' || coalesce("userId"::text, index::text), action, 1, 'feed', 'desktop'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id uuid, at timestamptz, "memeId" uuid, "userId" uuid, action text, index int)`.execute(tx)
  await sql`
    insert into reactions (user_id, meme_id, kind, created_at)
    select user_id, meme_id, action, at from actions
    where ${ofThese} and user_id is not null and action in ('like', 'dislike') order by at
    on conflict do nothing`.execute(tx)
  await sql`
    insert into album_items (user_id, meme_id, added_at)
    select user_id, meme_id, at from actions where ${ofThese} and user_id is not null and action = 'add-to-album' order by at
    on conflict do nothing`.execute(tx)
  const sums = sql`count(*) filter (where action = 'view')::int as views, count(*) filter (where action = 'like')::int as likes,
    count(*) filter (where action = 'dislike')::int as dislikes, count(*) filter (where action = 'copy')::int as copies,
    count(*) filter (where action = 'add-to-album')::int as albums`
  await sql`
    update meme_stats s set view_count = a.views, like_count = a.likes, dislike_count = a.dislikes, copy_count = a.copies
    from (select meme_id, ${sums} from actions where ${ofThese} group by 1) a where s.meme_id = a.meme_id`.execute(tx)
  await sql`
    insert into meme_hours (meme_id, hour, views, likes, copies, weight)
    select meme_id, hour, views, likes, copies,
      ${VOTE_POINTS.view}::float8 * views + ${VOTE_POINTS.like}::float8 * likes + ${VOTE_POINTS.copy}::float8 * copies
        + ${VOTE_POINTS['add-to-album']}::float8 * albums
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions where ${ofThese} group by 1, 2) h
    on conflict do nothing`.execute(tx)
  await sql`
    insert into user_hours (user_id, hour, views, likes, copies, weight)
    select m.user_id, h.hour, sum(h.views), sum(h.likes), sum(h.copies), sum(h.weight)
    from meme_hours h join memes m on m.id = h.meme_id where h.meme_id = any(${ids}::uuid[]) group by 1, 2
    on conflict (user_id, hour) do update set views = user_hours.views + excluded.views, likes = user_hours.likes + excluded.likes,
      copies = user_hours.copies + excluded.copies, weight = user_hours.weight + excluded.weight`.execute(tx)
  await sql`
    select recompute_closed_sums(${ids}::uuid[], array(select distinct user_id from memes where id = any(${ids}::uuid[])))`.execute(
    tx,
  )
}

/** Deletes all demo users with their content and their actions on others' memes. Later starts do not refill the demo. */
export async function deleteDemo(tx: Tx): Promise<number> {
  // Do this first, so that a concurrent filling waits and then stops.
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
