import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { VOTER_TRUST } from '#server/platform/voter-trust.ts'
import { isLive } from '../memes/lists/states.ts'
import type { ClosedHours } from './closed-hours-queries.ts'
import { FOLLOWER_POINTS, PERIOD_RULES } from './rules.ts'

/** Weight of a new follower: that of a voter of the same age. Young accounts count separately. */
export const followWeights = (at: string, followerSince: string) => {
  const hours = sql`date_part('epoch', date_trunc('hour', ${sql.ref(at)}) - ${sql.ref(followerSince)}) / 3600`
  const isYoung = sql`${hours} < ${VOTER_TRUST.youngHours}::float8`
  return {
    weight: sql`case when ${isYoung} then 0 else ${FOLLOWER_POINTS}::float8 * least(1, ${hours} / ${VOTER_TRUST.fullHours}::float8) end`,
    young: sql`case when ${isYoung} then ${FOLLOWER_POINTS * VOTER_TRUST.young}::float8 else 0 end`,
  }
}

/**
 * Updates followers and uploads in the users' sums to the current closed hours: adds newly closed hours, subtracts hours before
 * the period, and applies later changes within closed hours. Runs as one statement, because a change and its log row are written
 * together: the statement sees either both or neither.
 */
export async function sumClosedFollows(tx: Tx, closed: ClosedHours[]): Promise<void> {
  const { weight, young } = followWeights('p.at', 'p.follower_since')
  const worth = sql`p.times * trending_decay(p.at, p.decayed_to, p.half_life_hours)`
  const sums = sql.ref('trending_user_sums')
  const added = (column: string) => sql`${sql.ref(column)} = ${sums}.${sql.ref(column)} + excluded.${sql.ref(column)}`
  await sql`
    with spans as (
      select * from unnest(${closed.map(({ period }) => period)}::text[],
        ${closed.map(({ before }) => before.begins.toISOString())}::timestamptz[], ${closed.map(({ before }) => before.until.toISOString())}::timestamptz[],
        ${closed.map(({ now }) => now.begins.toISOString())}::timestamptz[], ${closed.map(({ now }) => now.until.toISOString())}::timestamptz[],
        ${closed.map(({ decayedTo }) => decayedTo.toISOString())}::timestamptz[],
        ${closed.map(({ period }) => PERIOD_RULES[period].halfLifeHours)}::int[]
      ) s (period, old_begins, old_until, begins, until, decayed_to, half_life_hours)
    ), hours as (
      select s.*, h.* from spans s cross join lateral (values (old_until, until, 1), (old_begins, begins, -1)) h (since, before, times)
    ), changes as (
      delete from trending_changes returning user_id, at, times, follower_since
    ), parts as (
      select h.period, h.decayed_to, h.half_life_hours, f.followed_id as user_id, f.created_at as at, h.times, u.created_at as follower_since
      from hours h join follows f on f.created_at >= h.since and f.created_at < h.before
      join users u on u.id = f.follower_id and u.suspended_at is null
      union all
      select h.period, h.decayed_to, h.half_life_hours, m.user_id, m.created_at, h.times, null
      from hours h join memes m on m.created_at >= h.since and m.created_at < h.before and ${isLive()} and m.user_id is not null
      union all
      select s.period, s.decayed_to, s.half_life_hours, c.user_id, c.at, c.times, c.follower_since
      from changes c join spans s on c.at >= s.old_begins and c.at < s.old_until
    )
    insert into trending_user_sums (period, user_id, likes, copies, views, weight, young_weight, followers, memes, follow_weight, young_follow_weight)
    select p.period, p.user_id, 0, 0, 0, 0, 0, coalesce(sum(p.times) filter (where p.follower_since is not null), 0),
      coalesce(sum(p.times) filter (where p.follower_since is null), 0),
      coalesce(sum(${worth} * ${weight}) filter (where p.follower_since is not null), 0),
      coalesce(sum(${worth} * ${young}) filter (where p.follower_since is not null), 0)
    from parts p group by 1, 2 order by 2, 1
    on conflict (period, user_id) do update
      set ${sql.join(['followers', 'memes', 'follow_weight', 'young_follow_weight'].map(added))}`.execute(tx)
  await sql`
    update trending_bases set follows_until = until
    where follows_until is distinct from until and period = any (${closed.map(({ period }) => period)}::text[])`.execute(
    tx,
  )
  await sql`
    delete from trending_user_sums where likes = 0 and copies = 0 and views = 0 and followers = 0 and memes = 0`.execute(
    tx,
  )
}
