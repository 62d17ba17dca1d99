import { sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { FOLLOWER_POINTS, KEPT, PERIOD_RULES, UPLOAD_POINTS, UPLOADS_COUNTED, YOUNG_CEILING } from './rules.ts'

const KEPT_GENERATIONS_MINUTES = 15

/** Announces a list that is being made; the number is the time in milliseconds, and one refresh waits for another. */
export async function beginGeneration(tx: Tx, now: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trending', 0))`.execute(tx)
  const made = await sql<{ generation: string }>`
    insert into trending_generations (generation, made_at, took_ms)
    select greatest(${now.getTime()}::bigint, coalesce(max(generation), 0) + 1), ${now}, 0 from trending_generations
    returning generation::text`.execute(tx)
  return made.rows[0]?.generation ?? ''
}

export async function endGeneration(tx: Tx, generation: string, now: Date, tookMs: number): Promise<void> {
  await sql`update trending_generations set took_ms = ${Math.round(tookMs)} where generation = ${generation}::bigint`.execute(
    tx,
  )
  await sql`
    delete from trending_generations where generation <> ${generation}::bigint
      and made_at < ${now}::timestamptz - make_interval(mins => ${KEPT_GENERATIONS_MINUTES})`.execute(tx)
}

const halved = (period: Period, now: Date) =>
  sql`exp(-ln(2::float8) * greatest(0, extract(epoch from ${now}::timestamptz - h.hour)::float8) / ${PERIOD_RULES[period].halfLifeHours * 3600}::float8)`

/** Memes by what they gained since `begin`: reads the hourly sums of that time, so the work grows with what is active. */
export async function insertTrendingMemes(
  tx: Tx,
  generation: string,
  period: Period,
  begin: Date,
  now: Date,
): Promise<void> {
  await sql`
    insert into trending_memes (generation, period, rank, meme_id, likes, copies, views, score)
    select ${generation}::bigint, ${period}, row_number() over (order by score desc, copies desc, likes desc, views desc, meme_id desc),
      meme_id, likes, copies, views, score
    from (
      select h.meme_id, greatest(0, sum(h.likes))::int as likes, greatest(0, sum(h.copies))::int as copies,
        greatest(0, sum(h.views))::int as views, round((greatest(0, sum(h.weight * ${halved(period, now)}))
          + least(${YOUNG_CEILING}::float8, greatest(0, sum(h.young_weight * ${halved(period, now)}))))::numeric, 6)::float8 as score
      from meme_hours h where h.hour >= ${begin} group by h.meme_id
    ) gains
    where likes + copies + views > 0
      and exists (select from memes m where m.id = meme_id and m.status = 'ready' and m.deleted_at is null)
    order by score desc, copies desc, likes desc, views desc, meme_id desc limit ${KEPT.memes}`.execute(tx)
}

/** People by what they and their memes gained since `begin`; a follower weighs as a voter of the same age. */
export async function insertTrendingUsers(
  tx: Tx,
  generation: string,
  period: Period,
  begin: Date,
  now: Date,
): Promise<void> {
  await sql`
    with followed as (
      select user_id, coalesce(sum(weight * least(1, days / 3)) filter (where days >= 1), 0) as trusted,
        coalesce(sum(weight * 0.1) filter (where days < 1), 0) as young
      from (select h.followed_id as user_id, extract(epoch from h.hour - u.created_at)::float8 / 86400 as days, ${halved(period, now)} as weight
        from (select follower_id, followed_id, created_at as hour from follows where created_at >= ${begin}) h
        join users u on u.id = h.follower_id) f group by 1
    ), gains as (
      select h.user_id, greatest(0, sum(h.followers))::int as followers, greatest(0, sum(h.memes))::int as memes,
        greatest(0, sum(h.likes))::int as likes, greatest(0, sum(h.copies))::int as copies, greatest(0, sum(h.views))::int as views,
        greatest(0, sum(h.weight * ${halved(period, now)})) as weight, greatest(0, sum(h.young_weight * ${halved(period, now)})) as young
      from user_hours h where h.hour >= ${begin} group by h.user_id
    ), scored as (
      select g.*, round((g.weight + ${FOLLOWER_POINTS}::float8 * coalesce(f.trusted, 0)
        + least(${YOUNG_CEILING}::float8, g.young + ${FOLLOWER_POINTS}::float8 * coalesce(f.young, 0))
        + ${UPLOAD_POINTS}::float8 * least(g.memes, ${UPLOADS_COUNTED}))::numeric, 6)::float8 as score
      from gains g left join followed f on f.user_id = g.user_id
      where g.followers + g.memes + g.likes + g.copies + g.views > 0
    )
    insert into trending_users (generation, period, rank, user_id, followers, memes, likes, copies, views, score)
    select ${generation}::bigint, ${period},
      row_number() over (order by score desc, s.followers desc, copies desc, likes desc, views desc, s.user_id desc),
      s.user_id, s.followers, s.memes, s.likes, s.copies, s.views, s.score
    from scored s join users u on u.id = s.user_id
    where u.suspended_at is null and (u.email_verified_at is not null or u.is_demo)
    order by score desc, s.followers desc, copies desc, likes desc, views desc, s.user_id desc limit ${KEPT.users}`.execute(
    tx,
  )
}

export interface TrendingMemeRow {
  generation: string
  rank: number
  meme_id: string
  likes: number
  copies: number
  views: number
  score: number
}

/** A range of one list: of the generation that a reader is in, or of the newest where that is gone or none is given. */
export async function findTrendingMemes(
  db: Db,
  period: Period,
  after: { generation: string | null; rank: number },
  limit: number,
): Promise<TrendingMemeRow[]> {
  const found = await sql<TrendingMemeRow>`
    with list as (
      select coalesce((select generation from trending_generations where generation = ${after.generation}::bigint),
        (select max(generation) from trending_generations)) as generation
    )
    select t.generation::text, t.rank, t.meme_id, t.likes, t.copies, t.views, t.score
    from trending_memes t
    where t.generation = (select generation from list) and t.period = ${period} and t.rank > ${after.rank}
    order by t.rank limit ${limit}`.execute(db)
  return found.rows
}

export interface TrendingUserRow {
  rank: number
  id: string
  username: string
  display_name: string
  bio: string
  avatar_small: string | null
  followers_count: number
  memes_count: number
  followers: number
  memes: number
  likes: number
  copies: number
  views: number
  total_likes: number
  total_copies: number
  total_views: number
  is_following: boolean
  is_followed_by: boolean
  is_self: boolean
}

/** One page of the newest list of people, with totals as they are now and what is between them and the viewer. */
export async function findTrendingUsers(
  db: Db,
  period: Period,
  viewerId: string | null,
  offset: number,
  limit: number,
): Promise<TrendingUserRow[]> {
  const found = await sql<TrendingUserRow>`
    select t.rank, u.id, u.username, u.display_name, u.bio, u.avatar_small, u.followers_count, u.memes_count,
      t.followers, t.memes, t.likes, t.copies, t.views, totals.likes as total_likes, totals.copies as total_copies, totals.views as total_views,
      exists (select from follows f where f.follower_id = ${viewerId} and f.followed_id = u.id) as is_following,
      exists (select from follows f where f.follower_id = u.id and f.followed_id = ${viewerId}) as is_followed_by,
      coalesce(u.id = ${viewerId}::uuid, false) as is_self
    from trending_users t join users u on u.id = t.user_id,
    lateral (select coalesce(sum(s.like_count), 0)::int as likes, coalesce(sum(s.copy_count), 0)::int as copies,
        coalesce(sum(s.view_count), 0)::int as views
      from memes m join meme_stats s on s.meme_id = m.id where m.user_id = u.id and m.status = 'ready' and m.deleted_at is null) totals
    where t.generation = (select max(generation) from trending_generations) and t.period = ${period}
      and t.rank > ${offset} and t.rank <= ${offset + limit}
    order by t.rank`.execute(db)
  return found.rows
}

export async function countTrendingUsers(db: Db, period: Period): Promise<number> {
  const found = await sql<{ total: number }>`
    select coalesce(max(rank), 0)::int as total from trending_users
    where generation = (select max(generation) from trending_generations) and period = ${period}`.execute(db)
  return found.rows[0]?.total ?? 0
}
