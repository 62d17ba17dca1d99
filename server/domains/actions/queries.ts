import { sql } from 'kysely'
import type { ActionName } from '#contract/memes/actions.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { arrayOf, columnOf, prepared } from '#server/platform/db/prepared.ts'
import { isLive } from '../memes/lists/states.ts'
import { isShownToEach } from '../users/lists/hidden-people.ts'
import { type Reaction, type Weight, WINDOW_SECONDS } from './rules.ts'

/**
 * Locks the counters of live memes, which serializes all changes to one meme. Returns the locked memes with their owners. With
 * `passes`, skips memes locked by other transactions.
 * @param memeIds sorted, so that two batches lock in the same order
 */
export async function lockMemes(
  tx: Tx,
  memeIds: string[],
  locking: 'waits' | 'passes',
): Promise<Map<string, { creatorId: string | null }>> {
  const found = await sql<{ meme_id: string; user_id: string | null }>`${prepared}
    select s.meme_id, m.user_id from meme_stats s join memes m on m.id = s.meme_id
    where s.meme_id = any(${arrayOf(memeIds, 'uuid')}::uuid[]) and ${isLive()} order by s.meme_id
    for update of s ${locking === 'passes' ? sql`skip locked` : sql``}`.execute(tx)
  return new Map(found.rows.map((row) => [row.meme_id, { creatorId: row.user_id }]))
}

export interface Window {
  viewerKey: string
  memeId: string
  action: ActionName
}

/** Returns the windows that opened because the last counted action is older than the window, each at most once. */
export async function openWindows(tx: Tx, windows: Window[]): Promise<Window[]> {
  if (windows.length === 0) return []
  const opened = await sql<Window>`${prepared}
    insert into action_windows (viewer_key, meme_id, action, counted_at)
    select distinct w.viewer_key, w.meme_id, w.action, now()
    from unnest(${columnOf(windows, 'viewerKey', 'text')},
      ${columnOf(windows, 'memeId', 'uuid')}, ${columnOf(windows, 'action', 'text')}) w (viewer_key, meme_id, action)
    on conflict (viewer_key, meme_id, action) do update set counted_at = now()
      where action_windows.counted_at <= now() - make_interval(secs =>
        case when action_windows.action = 'copy' then ${WINDOW_SECONDS.copy}::int else ${WINDOW_SECONDS.view}::int end)
    returning viewer_key as "viewerKey", meme_id as "memeId", action`.execute(tx)
  return opened.rows
}

/** A member's state for a meme. */
export interface MemberState {
  userId: string
  memeId: string
  reaction: Reaction
  reactionWeight: Weight
  isInAlbum: boolean
  albumWeight: Weight
  isOwner: boolean
  followsCreator: boolean
  /** True if the member may see the meme. */
  isShown: boolean
}

/** Returns the states keyed by member id and meme id, separated by a space. */
export async function findStates(
  tx: Tx,
  pairs: { userId: string; memeId: string }[],
): Promise<Map<string, MemberState>> {
  if (pairs.length === 0) return new Map()
  const found = await sql<{
    user_id: string
    meme_id: string
    kind: Reaction
    reaction_weight: number
    reaction_young: number
    in_album: boolean
    album_weight: number
    album_young: number
    is_owner: boolean
    follows_creator: boolean
    is_shown: boolean
  }>`${prepared}
    select p.user_id, p.meme_id, r.kind, coalesce(r.weight, 0) as reaction_weight, coalesce(r.young_weight, 0) as reaction_young,
      a.meme_id is not null as in_album, coalesce(a.weight, 0) as album_weight, coalesce(a.young_weight, 0) as album_young,
      coalesce(m.user_id = p.user_id, false) as is_owner, f.follower_id is not null as follows_creator,
      ${isShownToEach('p.user_id', 'm.user_id', 'everywhere')} as is_shown
    from unnest(${columnOf(pairs, 'userId', 'uuid')}, ${columnOf(pairs, 'memeId', 'uuid')}) p (user_id, meme_id)
    join memes m on m.id = p.meme_id
    left join reactions r on r.user_id = p.user_id and r.meme_id = p.meme_id
    left join album_items a on a.user_id = p.user_id and a.meme_id = p.meme_id
    left join follows f on f.follower_id = p.user_id and f.followed_id = m.user_id`.execute(tx)
  return new Map(
    found.rows.map((row) => [
      `${row.user_id} ${row.meme_id}`,
      {
        userId: row.user_id,
        memeId: row.meme_id,
        reaction: row.kind,
        reactionWeight: { weight: row.reaction_weight, young: row.reaction_young },
        isInAlbum: row.in_album,
        albumWeight: { weight: row.album_weight, young: row.album_young },
        isOwner: row.is_owner,
        followsCreator: row.follows_creator,
        isShown: row.is_shown,
      },
    ]),
  )
}

export interface Voter {
  userId: string | null
  memeId: string
  addressKey: string
  action: ActionName
}

export interface VoterFacts {
  accountCreatedAt: Date | null
  keepsHistory: boolean
  earlierFromAddress: number
}

/**
 * For each voter, in order: account age, whether the member's view history is on, and how many actions of this kind the network
 * has made on the meme today.
 */
export async function findVoterFacts(tx: Tx, voters: Voter[]): Promise<VoterFacts[]> {
  if (voters.length === 0) return []
  const found = await sql<{ created_at: Date | null; keeps_history: boolean | null; earlier: number }>`${prepared}
    select u.created_at, u.keeps_history, (select coalesce(sum(a.delta), 0)::int from actions a
      where a.address_key = v.address_key and a.meme_id = v.meme_id and a.action = v.action) as earlier
    from unnest(${columnOf(voters, 'userId', 'uuid')}, ${columnOf(voters, 'memeId', 'uuid')},
      ${columnOf(voters, 'addressKey', 'text')}, ${columnOf(voters, 'action', 'text')})
      with ordinality v (user_id, meme_id, address_key, action, position)
    left join users u on u.id = v.user_id order by v.position`.execute(tx)
  return found.rows.map((row) => ({
    accountCreatedAt: row.created_at,
    keepsHistory: row.keeps_history ?? true,
    earlierFromAddress: row.earlier,
  }))
}

export async function saveReactions(
  tx: Tx,
  states: { userId: string; memeId: string; reaction: Reaction; weight: Weight }[],
): Promise<void> {
  const gone = states.filter((state) => state.reaction === null)
  if (gone.length > 0)
    await sql`${prepared}
      delete from reactions r using unnest(${columnOf(gone, 'userId', 'uuid')}, ${columnOf(gone, 'memeId', 'uuid')}) g (user_id, meme_id)
      where r.user_id = g.user_id and r.meme_id = g.meme_id`.execute(tx)
  const held = states.filter((state) => state.reaction !== null)
  if (held.length === 0) return
  await sql`${prepared}
    insert into reactions (user_id, meme_id, kind, weight, young_weight)
    select * from unnest(${held.map(({ userId }) => userId)}::uuid[], ${held.map(({ memeId }) => memeId)}::uuid[],
      ${held.map(({ reaction }) => reaction)}::text[], ${held.map(({ weight }) => weight.weight)}::float8[],
      ${held.map(({ weight }) => weight.young)}::float8[])
    on conflict (user_id, meme_id) do update set kind = excluded.kind, weight = excluded.weight,
      young_weight = excluded.young_weight, created_at = now()`.execute(tx)
}

export async function saveAlbumItems(
  tx: Tx,
  states: { userId: string; memeId: string; isInAlbum: boolean; weight: Weight }[],
): Promise<void> {
  const gone = states.filter((state) => !state.isInAlbum)
  if (gone.length > 0)
    await sql`${prepared}
      delete from album_items a using unnest(${columnOf(gone, 'userId', 'uuid')}, ${columnOf(gone, 'memeId', 'uuid')}) g (user_id, meme_id)
      where a.user_id = g.user_id and a.meme_id = g.meme_id`.execute(tx)
  const held = states.filter((state) => state.isInAlbum)
  if (held.length === 0) return
  await sql`${prepared}
    insert into album_items (user_id, meme_id, weight, young_weight)
    select * from unnest(${held.map(({ userId }) => userId)}::uuid[], ${held.map(({ memeId }) => memeId)}::uuid[],
      ${held.map(({ weight }) => weight.weight)}::float8[], ${held.map(({ weight }) => weight.young)}::float8[])
    on conflict do nothing`.execute(tx)
}

/** Subtracts a deleted member's actions from the counters and hourly sums of memes and their creators. */
export async function uncountActions(tx: Tx, userId: string): Promise<void> {
  // Take this lock first, so that no hour closes between updating the hours and updating their sums.
  await sql`select hold_closed_sums()`.execute(tx)
  // Count reactions from their own rows, since the ledger has a shorter retention.
  await sql`
    update meme_stats s set
      like_count = greatest(0, s.like_count - d.likes), dislike_count = greatest(0, s.dislike_count - d.dislikes),
      view_count = greatest(0, s.view_count - d.views),
      copy_count = greatest(0, s.copy_count - d.copies)
    from (
      select meme_id, sum(likes)::int as likes, sum(dislikes)::int as dislikes,
        sum(views)::int as views, sum(copies)::int as copies
      from (
        select meme_id, (kind = 'like')::int as likes, (kind = 'dislike')::int as dislikes, 0 as views, 0 as copies
          from reactions where user_id = ${userId}
        union all select meme_id, 0, 0, (action = 'view')::int * delta, (action = 'copy')::int * delta
          from actions where user_id = ${userId}
      ) parts group by meme_id
    ) d where s.meme_id = d.meme_id`.execute(tx)
  const sums = sql`
    coalesce(sum(delta) filter (where action = 'view'), 0)::int as views, coalesce(sum(delta) filter (where action = 'like'), 0)::int as likes,
    coalesce(sum(delta) filter (where action = 'copy'), 0)::int as copies,
    sum(weight) as weight, sum(young_weight) as young`
  const weights = sql`weight = h.weight - d.weight, young_weight = h.young_weight - d.young`
  await sql`
    update meme_hours h set views = h.views - d.views, likes = h.likes - d.likes, copies = h.copies - d.copies, ${weights}
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions where user_id = ${userId} group by 1, 2) d
    where h.meme_id = d.meme_id and h.hour = d.hour`.execute(tx)
  await sql`
    update user_hours h set views = h.views - d.views, likes = h.likes - d.likes, copies = h.copies - d.copies, ${weights}
    from (select m.user_id, date_trunc('hour', a.at) as hour, ${sums}
      from actions a join memes m on m.id = a.meme_id where a.user_id = ${userId} group by 1, 2) d
    where h.user_id = d.user_id and h.hour = d.hour`.execute(tx)
  await sql`select uncount_in_closed_sums(${userId})`.execute(tx)
}

export async function deleteWindowsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('action_windows').where('counted_at', '<', before).execute()
}
