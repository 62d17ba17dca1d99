import { sql } from 'kysely'
import type { ActionName } from '#contract/actions.ts'
import type { MemeStats } from '#contract/memes.ts'
import type { Tx } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { isLive } from '#server/db/live-memes-queries.ts'
import { type Deltas, type Reaction, type Weight, WINDOW_SECONDS } from './rules.ts'

/** Locks a meme's counters, which serialises all changes of one meme. Returns its owner; undefined if the meme is not visible. */
export async function lockMeme(tx: Tx, memeId: string): Promise<{ creatorId: string | null } | undefined> {
  const row = await tx
    .selectFrom('meme_stats')
    .innerJoin('memes', 'memes.id', 'meme_stats.meme_id')
    .select('memes.user_id')
    .where('meme_stats.meme_id', '=', memeId)
    .where(isLive('memes'))
    .forUpdate('meme_stats')
    .executeTakeFirst()
  return row && { creatorId: row.user_id }
}

export interface Window {
  viewerKey: string
  action: ActionName
}

/** The windows that opened, because the last counted action on this meme is older than the window. Each at most once. */
export async function openWindows(tx: Tx, memeId: string, windows: Window[]): Promise<Window[]> {
  if (windows.length === 0) return []
  const opened = await sql<{ viewer_key: string; action: ActionName }>`
    insert into action_windows (viewer_key, meme_id, action, counted_at)
    select distinct w.viewer_key, ${memeId}::uuid, w.action, now()
    from unnest(${windows.map((window) => window.viewerKey)}::text[], ${windows.map((window) => window.action)}::text[]) w (viewer_key, action)
    on conflict (viewer_key, meme_id, action) do update set counted_at = now()
      where action_windows.counted_at <= now() - make_interval(secs =>
        case when action_windows.action = 'copy' then ${WINDOW_SECONDS.copy}::int else ${WINDOW_SECONDS.view}::int end)
    returning viewer_key, action`.execute(tx)
  return opened.rows.map((row) => ({ viewerKey: row.viewer_key, action: row.action }))
}

export interface HeldState {
  reaction: Reaction
  reactionWeight: Weight
  isInAlbum: boolean
  albumWeight: Weight
}

/** Members' state for a meme: their reaction, and whether it is in their album. */
export async function findHeld(tx: Tx, memeId: string, userIds: string[]): Promise<Map<string, HeldState>> {
  if (userIds.length === 0) return new Map()
  const found = await sql<{
    user_id: string
    kind: Reaction
    reaction_weight: number
    reaction_young: number
    in_album: boolean
    album_weight: number
    album_young: number
  }>`
    select u.user_id, r.kind, coalesce(r.weight, 0) as reaction_weight, coalesce(r.young_weight, 0) as reaction_young,
      a.meme_id is not null as in_album, coalesce(a.weight, 0) as album_weight, coalesce(a.young_weight, 0) as album_young
    from unnest(${userIds}::uuid[]) u (user_id)
    left join reactions r on r.user_id = u.user_id and r.meme_id = ${memeId}
    left join album_items a on a.user_id = u.user_id and a.meme_id = ${memeId}`.execute(tx)
  return new Map(
    found.rows.map((row) => [
      row.user_id,
      {
        reaction: row.kind,
        reactionWeight: { weight: row.reaction_weight, young: row.reaction_young },
        isInAlbum: row.in_album,
        albumWeight: { weight: row.album_weight, young: row.album_young },
      },
    ]),
  )
}

export interface Voter {
  userId: string | null
  addressKey: string
  action: ActionName
}

export interface VoterFacts {
  accountCreatedAt: Date | null
  keepsHistory: boolean
  earlierFromAddress: number
}

/** For each voter, in order: the age of the account, whether it keeps a history of views, and how often the network has done this to the meme today. */
export async function findVoterFacts(tx: Tx, memeId: string, voters: Voter[]): Promise<VoterFacts[]> {
  if (voters.length === 0) return []
  const found = await sql<{ created_at: Date | null; keeps_history: boolean | null; earlier: number }>`
    select u.created_at, u.keeps_history, (select coalesce(sum(a.delta), 0)::int from actions a
      where a.address_key = v.address_key and a.meme_id = ${memeId} and a.action = v.action) as earlier
    from unnest(${voters.map((voter) => voter.userId)}::uuid[], ${voters.map((voter) => voter.addressKey)}::text[],
      ${voters.map((voter) => voter.action)}::text[]) with ordinality v (user_id, address_key, action, position)
    left join users u on u.id = v.user_id order by v.position`.execute(tx)
  return found.rows.map((row) => ({
    accountCreatedAt: row.created_at,
    keepsHistory: row.keeps_history ?? true,
    earlierFromAddress: row.earlier,
  }))
}

export async function saveReactions(
  tx: Tx,
  memeId: string,
  states: { userId: string; reaction: Reaction; weight: Weight }[],
): Promise<void> {
  const gone = states.filter((state) => state.reaction === null).map((state) => state.userId)
  if (gone.length > 0)
    await tx.deleteFrom('reactions').where('meme_id', '=', memeId).where('user_id', 'in', gone).execute()
  const held = states.flatMap(({ userId, reaction, weight }) =>
    reaction === null
      ? []
      : [{ user_id: userId, meme_id: memeId, kind: reaction, weight: weight.weight, young_weight: weight.young }],
  )
  if (held.length === 0) return
  await tx
    .insertInto('reactions')
    .values(held)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'meme_id']).doUpdateSet((excluded) => ({
        kind: excluded.ref('excluded.kind'),
        weight: excluded.ref('excluded.weight'),
        young_weight: excluded.ref('excluded.young_weight'),
        created_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

export async function saveAlbumItems(
  tx: Tx,
  memeId: string,
  states: { userId: string; isInAlbum: boolean; weight: Weight }[],
): Promise<void> {
  const gone = states.filter((state) => !state.isInAlbum).map((state) => state.userId)
  if (gone.length > 0)
    await tx.deleteFrom('album_items').where('meme_id', '=', memeId).where('user_id', 'in', gone).execute()
  const held = states.filter((state) => state.isInAlbum)
  if (held.length === 0) return
  await tx
    .insertInto('album_items')
    .values(
      held.map(({ userId, weight: { weight, young } }) => ({
        user_id: userId,
        meme_id: memeId,
        weight,
        young_weight: young,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface LedgerEntry extends Voter, Weight {
  viewerKey: string
  delta: number
  source: string | null
  device: string | null
  language: string | null
}

/** Writes ledger, counters and hourly sums in one statement; returns the new counters. */
export async function record(
  tx: Tx,
  meme: { id: string; creatorId: string | null },
  deltas: Deltas & Weight,
  entries: LedgerEntry[],
): Promise<MemeStats> {
  const column = (name: keyof LedgerEntry) => entries.map((entry) => entry[name])
  const changed = await sql<{ view_count: number; like_count: number; dislike_count: number; copy_count: number }>`
    with ledger as (
      insert into actions (id, meme_id, user_id, viewer_key, address_key, action, delta, source, device, language, weight, young_weight)
      select e.id, ${meme.id}, e.user_id, e.viewer_key, e.address_key, e.action, e.delta, e.source, e.device, e.language, e.weight, e.young
      from unnest(${entries.map(() => newId())}::uuid[], ${column('userId')}::uuid[], ${column('viewerKey')}::text[], ${column('addressKey')}::text[],
        ${column('action')}::text[], ${column('delta')}::smallint[], ${column('source')}::text[], ${column('device')}::text[], ${column('language')}::text[],
        ${column('weight')}::float8[], ${column('young')}::float8[]) e (id, user_id, viewer_key, address_key, action, delta, source, device, language, weight, young)
    ), hours as (
      insert into meme_hours (meme_id, hour, views, likes, copies, weight, young_weight)
      values (${meme.id}, date_trunc('hour', now()), ${deltas.views}, ${deltas.likes}, ${deltas.copies}, ${deltas.weight}, ${deltas.young})
      on conflict (meme_id, hour) do update set views = meme_hours.views + excluded.views, likes = meme_hours.likes + excluded.likes,
        copies = meme_hours.copies + excluded.copies, weight = meme_hours.weight + excluded.weight,
        young_weight = meme_hours.young_weight + excluded.young_weight
    ), creator_hours as (
      insert into user_hours (user_id, hour, likes, copies, views, weight, young_weight)
      select u.id, date_trunc('hour', now()), ${deltas.likes}::int, ${deltas.copies}::int, ${deltas.views}::int, ${deltas.weight}::float8, ${deltas.young}::float8
      from users u where u.id = ${meme.creatorId}::uuid
      on conflict (user_id, hour) do update set likes = user_hours.likes + excluded.likes, copies = user_hours.copies + excluded.copies,
        views = user_hours.views + excluded.views, weight = user_hours.weight + excluded.weight,
        young_weight = user_hours.young_weight + excluded.young_weight
    )
    update meme_stats set
      view_count = greatest(0, view_count + ${deltas.views}), like_count = greatest(0, like_count + ${deltas.likes}),
      dislike_count = greatest(0, dislike_count + ${deltas.dislikes}), copy_count = greatest(0, copy_count + ${deltas.copies})
    where meme_id = ${meme.id}
    returning view_count, like_count, dislike_count, copy_count`.execute(tx)
  return presentStats(changed.rows[0])
}

/** Adds to members' usage points; `scaled` as in rules.ts, negative to undo. One row per member. */
export async function addUses(tx: Tx, memeId: string, uses: { userId: string; scaled: number }[]): Promise<void> {
  if (uses.length === 0) return
  await sql`
    insert into meme_uses (user_id, meme_id, log_point)
    select u.user_id, ${memeId}, ln(greatest(u.scaled, 1e-9)) / ln(2::float8)
    from unnest(${uses.map((use) => use.userId)}::uuid[], ${uses.map((use) => use.scaled)}::float8[]) u (user_id, scaled)
    where u.scaled > 0 or exists (select from meme_uses m where m.user_id = u.user_id and m.meme_id = ${memeId})
    on conflict (user_id, meme_id) do update set log_point = ln(greatest(power(2, meme_uses.log_point)
      + (select x.scaled from unnest(${uses.map((use) => use.userId)}::uuid[], ${uses.map((use) => use.scaled)}::float8[]) x (user_id, scaled)
        where x.user_id = meme_uses.user_id), 1e-9)) / ln(2::float8)`.execute(tx)
}

export async function readStats(tx: Tx, memeId: string): Promise<MemeStats> {
  return presentStats(
    await tx
      .selectFrom('meme_stats')
      .select(['view_count', 'like_count', 'dislike_count', 'copy_count'])
      .where('meme_id', '=', memeId)
      .executeTakeFirst(),
  )
}

function presentStats(
  row: { view_count: number; like_count: number; dislike_count: number; copy_count: number } | undefined,
): MemeStats {
  return {
    viewCount: row?.view_count ?? 0,
    likeCount: row?.like_count ?? 0,
    copyCount: row?.copy_count ?? 0,
    dislikeCount: row?.dislike_count ?? 0,
  }
}

/** Removes a deleted member's actions from the counters and hourly sums of memes and their creators. */
export async function uncountActions(tx: Tx, userId: string): Promise<void> {
  // Reactions are counted from their own rows, since the ledger's retention is shorter.
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
  await sql`
    select recompute_closed_sums(array_agg(distinct m.id), array_agg(distinct m.user_id))
    from actions a join memes m on m.id = a.meme_id where a.user_id = ${userId}`.execute(tx)
}

/** Expired windows. */
export async function deleteWindowsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('action_windows').where('counted_at', '<', before).execute()
}
