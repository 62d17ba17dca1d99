import { type Selectable, sql } from 'kysely'
import type { MemeStats } from '#contract/memes/memes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Voter } from './queries.ts'
import type { Deltas, Weight } from './rules.ts'

export interface LedgerEntry extends Voter, Weight {
  viewerKey: string
  delta: number
  source: string | null
  device: string | null
  language: string | null
}

/** The sum of a batch's changes to one meme. */
export interface MemeChange extends Deltas, Weight {
  id: string
  creatorId: string | null
}

type StatsRow = Selectable<Tables['meme_stats']>

/** Writes ledger, counters and hourly sums in one statement. Returns the new counters of each meme. */
export async function record(tx: Tx, changes: MemeChange[], entries: LedgerEntry[]): Promise<Map<string, MemeStats>> {
  const column = (name: keyof LedgerEntry) => entries.map((entry) => entry[name])
  const sum = (name: keyof MemeChange) => changes.map((change) => change[name])
  // Lock creators' rows in a fixed order: concurrent batches may contain memes of the same creators.
  const changed = await sql<StatsRow>`${prepared}
    with ledger as (
      insert into actions (id, meme_id, user_id, viewer_key, address_key, action, delta, source, device, language, weight, young_weight)
      select * from unnest(${entries.map(() => newId())}::uuid[], ${column('memeId')}::uuid[], ${column('userId')}::uuid[],
        ${column('viewerKey')}::text[], ${column('addressKey')}::text[], ${column('action')}::text[], ${column('delta')}::smallint[],
        ${column('source')}::text[], ${column('device')}::text[], ${column('language')}::text[], ${column('weight')}::float8[],
        ${column('young')}::float8[])
    ), sums as materialized (
      select * from unnest(${sum('id')}::uuid[], ${sum('creatorId')}::uuid[], ${sum('views')}::int[], ${sum('likes')}::int[],
        ${sum('dislikes')}::int[], ${sum('copies')}::int[], ${sum('weight')}::float8[], ${sum('young')}::float8[])
        c (meme_id, creator_id, views, likes, dislikes, copies, weight, young)
    ), hours as (
      insert into meme_hours (meme_id, hour, views, likes, copies, weight, young_weight)
      select meme_id, date_trunc('hour', now()), views, likes, copies, weight, young from sums
      on conflict (meme_id, hour) do update set views = meme_hours.views + excluded.views, likes = meme_hours.likes + excluded.likes,
        copies = meme_hours.copies + excluded.copies, weight = meme_hours.weight + excluded.weight,
        young_weight = meme_hours.young_weight + excluded.young_weight
    ), creator_hours as (
      insert into user_hours (user_id, hour, likes, copies, views, weight, young_weight)
      select u.id, date_trunc('hour', now()), sum(c.likes)::int, sum(c.copies)::int, sum(c.views)::int, sum(c.weight), sum(c.young)
      from sums c join users u on u.id = c.creator_id group by u.id order by u.id
      on conflict (user_id, hour) do update set likes = user_hours.likes + excluded.likes, copies = user_hours.copies + excluded.copies,
        views = user_hours.views + excluded.views, weight = user_hours.weight + excluded.weight,
        young_weight = user_hours.young_weight + excluded.young_weight
    )
    update meme_stats s set
      view_count = greatest(0, s.view_count + c.views), like_count = greatest(0, s.like_count + c.likes),
      dislike_count = greatest(0, s.dislike_count + c.dislikes), copy_count = greatest(0, s.copy_count + c.copies)
    from sums c where s.meme_id = c.meme_id
    returning s.meme_id, s.view_count, s.like_count, s.dislike_count, s.copy_count`.execute(tx)
  return presentStats(changed.rows)
}

/**
 * Adds to members' usage points. `scaled` is as in rules.ts; negative values undo. Each pair of member and meme may occur only
 * once.
 */
export async function addUses(tx: Tx, uses: { userId: string; memeId: string; scaled: number }[]): Promise<void> {
  if (uses.length === 0) return
  await sql`${prepared}
    with added as materialized (
      select * from unnest(${arrayOf(
        uses.map(({ userId }) => userId),
        'uuid',
      )}, ${arrayOf(
        uses.map(({ memeId }) => memeId),
        'uuid',
      )},
        ${arrayOf(
          uses.map(({ scaled }) => scaled),
          'float8',
        )}) u (user_id, meme_id, scaled)
    )
    insert into meme_uses (user_id, meme_id, log_point)
    select a.user_id, a.meme_id, ln(greatest(a.scaled, 1e-9)) / ln(2::float8) from added a
    where a.scaled > 0 or exists (select from meme_uses m where m.user_id = a.user_id and m.meme_id = a.meme_id)
    on conflict (user_id, meme_id) do update set log_point = ln(greatest(power(2, meme_uses.log_point)
      + (select a.scaled from added a where a.user_id = meme_uses.user_id and a.meme_id = meme_uses.meme_id), 1e-9)) / ln(2::float8)`.execute(
    tx,
  )
}

export async function readStats(tx: Tx, memeIds: string[]): Promise<Map<string, MemeStats>> {
  if (memeIds.length === 0) return new Map()
  const found = await sql<StatsRow>`${prepared}
    select meme_id, view_count, like_count, dislike_count, copy_count from meme_stats where meme_id = any(${arrayOf(memeIds, 'uuid')}::uuid[])`.execute(
    tx,
  )
  return presentStats(found.rows)
}

function presentStats(rows: StatsRow[]): Map<string, MemeStats> {
  return new Map(
    rows.map((row) => [
      row.meme_id,
      {
        viewCount: row.view_count,
        likeCount: row.like_count,
        copyCount: row.copy_count,
        dislikeCount: row.dislike_count,
      },
    ]),
  )
}
