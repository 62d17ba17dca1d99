import { sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/db/db.ts'
import { decay } from './closed-hours-queries.ts'
import { FOLLOWER_POINTS, KEPT, UPLOAD_POINTS, UPLOADS_COUNTED, YOUNG_CEILING } from './rules.ts'

const KEPT_GENERATIONS_MINUTES = 15

/** From where to where a list counts; hours before `open` are closed and added up already. */
export interface Span {
  period: Period
  begin: Date
  open: Date
  now: Date
}

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

/** Closed sums and open hours as one: what each gained, with weights as of now. */
const gained = ({ period, open, now }: Span, kind: 'meme' | 'user') => {
  const id = sql.ref(`${kind}_id`)
  return sql`
    select ${id} as id, greatest(0, sum(likes))::int as likes, greatest(0, sum(copies))::int as copies, greatest(0, sum(views))::int as views,
      greatest(0, sum(weight)) as weight, greatest(0, sum(young_weight)) as young
    from (
      select ${id}, likes, copies, views, weight * d.now as weight, young_weight * d.now as young_weight
      from ${sql.table(`trending_${kind}_sums`)}, (select ${decay(period, sql`${open}::timestamptz`, now)} as now) d where period = ${period}
      union all
      select ${id}, likes, copies, views, weight * ${decay(period, sql`hour`, now)}, young_weight * ${decay(period, sql`hour`, now)}
      from ${sql.table(`${kind}_hours`)} where hour >= ${open}
    ) parts group by ${id}`
}

/** Memes by what they gained since the span began: the work grows with the memes that gained something. */
export async function insertTrendingMemes(tx: Tx, generation: string, span: Span): Promise<void> {
  await sql`
    insert into trending_memes (generation, period, rank, meme_id, likes, copies, views, score)
    select ${generation}::bigint, ${span.period}, row_number() over (order by score desc, copies desc, likes desc, views desc, id desc),
      id, likes, copies, views, score
    from (
      select id, likes, copies, views, round((weight + least(${YOUNG_CEILING}::float8, young))::numeric, 6)::float8 as score
      from (${gained(span, 'meme')}) g where likes + copies + views > 0
    ) gains
    where exists (select from memes m where m.id = gains.id and m.status = 'ready' and m.deleted_at is null)
    order by score desc, copies desc, likes desc, views desc, id desc limit ${KEPT.memes}`.execute(tx)
}

/**
 * People by what they and their memes gained since the span began. Followers and uploads are counted where they are, since
 * either may be taken back long after its hour; a follower weighs as a voter of the same age.
 */
export async function insertTrendingUsers(tx: Tx, generation: string, span: Span): Promise<void> {
  const { period, begin, now } = span
  await sql`
    with followed as (
      select user_id as id, count(*)::int as followers, coalesce(sum(weight * least(1, days / 3)) filter (where days >= 1), 0) as trusted,
        coalesce(sum(weight * 0.1) filter (where days < 1), 0) as young
      from (select f.followed_id as user_id, extract(epoch from date_trunc('hour', f.created_at) - u.created_at)::float8 / 86400 as days,
          ${decay(period, sql`f.created_at`, now)} as weight
        from follows f join users u on u.id = f.follower_id where f.created_at >= ${begin}) f group by 1
    ), uploaded as (
      select user_id as id, count(*)::int as memes from memes
      where created_at >= ${begin} and status = 'ready' and deleted_at is null and user_id is not null group by 1
    ), scored as (
      select id, coalesce(followers, 0) as followers, coalesce(memes, 0) as memes, coalesce(likes, 0) as likes, coalesce(copies, 0) as copies,
        coalesce(views, 0) as views, round((coalesce(g.weight, 0) + ${FOLLOWER_POINTS}::float8 * coalesce(f.trusted, 0)
          + least(${YOUNG_CEILING}::float8, coalesce(g.young, 0) + ${FOLLOWER_POINTS}::float8 * coalesce(f.young, 0))
          + ${UPLOAD_POINTS}::float8 * least(coalesce(memes, 0), ${UPLOADS_COUNTED}))::numeric, 6)::float8 as score
      from (${gained(span, 'user')}) g full join followed f using (id) full join uploaded using (id)
    )
    insert into trending_users (generation, period, rank, user_id, followers, memes, likes, copies, views, score)
    select ${generation}::bigint, ${period},
      row_number() over (order by score desc, s.followers desc, copies desc, likes desc, views desc, s.id desc),
      s.id, s.followers, s.memes, s.likes, s.copies, s.views, s.score
    from scored s join users u on u.id = s.id
    where s.followers + s.memes + s.likes + s.copies + s.views > 0
      and u.suspended_at is null and (u.email_verified_at is not null or u.is_demo)
    order by score desc, s.followers desc, copies desc, likes desc, views desc, s.id desc limit ${KEPT.users}`.execute(
    tx,
  )
}
