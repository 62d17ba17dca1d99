import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/db/db.ts'
import { isLive, isNotSensitive } from '#server/db/live-memes-queries.ts'
import { VOTER_TRUST } from '#server/voter-trust.ts'
import { decay } from './closed-hours-queries.ts'
import { FOLLOWER_POINTS, KEPT, UPLOAD_POINTS, UPLOADS_COUNTED, YOUNG_CEILING } from './rules.ts'

const KEPT_GENERATIONS_MINUTES = 15

type Kind = 'meme' | 'user'

/** Scores that differ by less are equal: sums of the same votes in another order. */
const SCORE_DIGITS = 6
const SCORE_STEP = 10 ** -SCORE_DIGITS

/** From where to where a list counts; hours before `open` are closed and added up already. */
export interface Span {
  period: Period
  begin: Date
  open: Date
  now: Date
}

/** Creates a new list generation, numbered by time in milliseconds; serialises refreshes. */
export async function beginGeneration(tx: Tx, now: Date): Promise<string> {
  // The planner takes the statements for dearer than they are, and compiling one takes longer than it runs.
  await sql`set local jit = off`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('trending', 0))`.execute(tx)
  const made = await sql<{ generation: string }>`
    insert into trending_generations (generation, made_at)
    select greatest(${now.getTime()}::bigint, coalesce(max(generation), 0) + 1), ${now} from trending_generations
    returning generation::text`.execute(tx)
  return made.rows[0]?.generation ?? ''
}

export async function endGeneration(tx: Tx, generation: string, now: Date): Promise<void> {
  await sql`
    delete from trending_generations where generation <> ${generation}::bigint
      and made_at < ${now}::timestamptz - make_interval(mins => ${KEPT_GENERATIONS_MINUTES})`.execute(tx)
}

/** What the hours gained that are still open, with weights as of now. */
const openHours = ({ period, open, now }: Span, kind: Kind) => {
  const id = sql.ref(`${kind}_id`)
  return sql`
    select ${id} as id, sum(likes) as likes, sum(copies) as copies, sum(views) as views,
      sum(weight * ${decay(period, sql`hour`, now)}) as weight, sum(young_weight * ${decay(period, sql`hour`, now)}) as young
    from ${sql.table(`${kind}_hours`)} where hour >= ${open} group by 1`
}

/** By what closed weights are multiplied, for what they are worth now: one number for the whole list. */
const worthNow = ({ period, now }: Span) =>
  sql`select 1 / ${decay(period, sql`${now}::timestamptz`, sql`decayed_to`)} as now from trending_bases where period = ${period}`

/**
 * Closed sums and open hours as one, of those whose ids a named part of the statement has; `d` and `open_hours` are such parts as well.
 * `offset 0`: each is looked up by itself, whatever the planner believes of their number.
 */
const gained = ({ period }: Span, kind: Kind, ids: string) => sql`
  select c.id, greatest(0, coalesce(s.likes, 0) + coalesce(o.likes, 0))::int as likes,
    greatest(0, coalesce(s.copies, 0) + coalesce(o.copies, 0))::int as copies,
    greatest(0, coalesce(s.views, 0) + coalesce(o.views, 0))::int as views,
    greatest(0, coalesce(s.weight * d.now, 0) + coalesce(o.weight, 0)) as weight,
    greatest(0, coalesce(s.young_weight * d.now, 0) + coalesce(o.young, 0)) as young
  from ${sql.table(ids)} c cross join d
  left join lateral (select * from ${sql.table(`trending_${kind}_sums`)} where period = ${period} and ${sql.ref(`${kind}_id`)} = c.id offset 0) s on true
  left join open_hours o on o.id = c.id`

/**
 * The ids of those that closed hours alone may bring into a list of `kept`: whoever is not live leaves the position to the next, and so does who
 * is read anyway, for what open hours took back may cost the position.
 */
const topByClosedWeight = ({ period }: Span, kind: Kind, isLive: RawBuilder<unknown>, kept: number) => sql`
  select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`trending_${kind}_sums`)} s
  where period = ${period} and ${isLive} and ${sql.ref(`${kind}_id`)} not in (select id from open_hours) order by s.weight desc fetch first ${sql.lit(kept)} rows with ties`

/**
 * The ids of those that votes of young accounts, which count beside the weight, may bring into a list as well: their weight lies below
 * that of its last entry by less than the ceiling of such votes.
 */
const addedByYoungVotes = ({ period }: Span, kind: Kind, isLive: RawBuilder<unknown>) => sql`
  select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`trending_${kind}_sums`)} s
  where period = ${period} and young_weight > 0 and ${isLive}
    and s.weight >= (select (l.score - ${YOUNG_CEILING}::float8 - ${SCORE_STEP}::float8) / d.now from last l, d)`

// Asked of each by itself, in the order in which they come: a join would be planned to read the whole table.
const isLiveMeme = (id: string) =>
  sql`(select ${isLive()} and ${isNotSensitive()} from memes m where m.id = ${sql.ref(id)})`
const isListed = (id: string) =>
  sql`(select u.suspended_at is null and (u.email_verified_at is not null or u.is_demo) from users u where u.id = ${sql.ref(id)})`

interface Listing {
  kind: Kind
  /** How many positions the list has. */
  kept: number
  /** The ids of what is read anyway. */
  active: RawBuilder<unknown>
  /** Whether one of these ids may be listed. */
  isLive: (id: string) => RawBuilder<unknown>
  /** What the ids of a named part of the statement are worth. */
  scored: (ids: string) => RawBuilder<unknown>
}

/** The parts of a statement that end with `first` and the ids `lifted`: all that may stand in a list. */
const candidates = (span: Span, { kind, kept, active, isLive, scored }: Listing) => sql`
  d as materialized (${worthNow(span)}), open_hours as materialized (${openHours(span, kind)}), likely as materialized (
    select id from (${active}) active where ${isLive('active.id')} union (${topByClosedWeight(span, kind, isLive(`s.${kind}_id`), kept)})
  ), first as materialized (${scored('likely')}), last as materialized (
    select coalesce((select score from first order by score desc offset ${kept - 1} limit 1), 0) as score
  ), lifted as materialized (${addedByYoungVotes(span, kind, isLive(`s.${kind}_id`))} except select id from likely)`

/**
 * Memes by what they gained since the span began. Read are those that gained something in the open hours, and of all others as many as
 * the list has positions, by an index: what they are worth against each other does not change while hours are closed.
 */
export async function insertTrendingMemes(tx: Tx, generation: string, span: Span): Promise<void> {
  const scored = (ids: string) => sql`
    select id, likes, copies, views, round((weight + least(${YOUNG_CEILING}::float8, young))::numeric, ${sql.lit(SCORE_DIGITS)})::float8 as score
    from (${gained(span, 'meme', ids)}) g where likes + copies + views > 0`
  await sql`
    with ${candidates(span, { kind: 'meme', kept: KEPT.memes, active: sql`select id from open_hours`, isLive: isLiveMeme, scored })}
    insert into trending_memes (generation, period, rank, meme_id, likes, copies, views, score)
    select ${generation}::bigint, ${span.period}, row_number() over (order by score desc, copies desc, likes desc, views desc, id desc),
      id, likes, copies, views, score
    from (select * from first union all ${scored('lifted')}) gains
    order by score desc, copies desc, likes desc, views desc, id desc limit ${KEPT.memes}`.execute(tx)
}

/**
 * People by what they and their memes gained since the span began. Followers and uploads are counted where they are, since
 * either may be taken back long after its hour; a follower weighs as a voter of the same age.
 */
export async function insertTrendingUsers(tx: Tx, generation: string, span: Span): Promise<void> {
  const { period, begin, now } = span
  const scored = (ids: string) => sql`
    select g.id, coalesce(followers, 0) as followers, coalesce(memes, 0) as memes, likes, copies, views,
      round((g.weight + ${FOLLOWER_POINTS}::float8 * coalesce(f.trusted, 0)
        + least(${YOUNG_CEILING}::float8, g.young + ${FOLLOWER_POINTS}::float8 * coalesce(f.young, 0))
        + ${UPLOAD_POINTS}::float8 * least(coalesce(memes, 0), ${UPLOADS_COUNTED}))::numeric, ${sql.lit(SCORE_DIGITS)})::float8 as score
    from (${gained(span, 'user', ids)}) g left join followed f using (id) left join uploaded using (id)`
  const active = sql`select id from open_hours union select id from followed union select id from uploaded`
  await sql`
    with followed as materialized (
      select user_id as id, count(*)::int as followers, coalesce(sum(weight * least(1, hours / ${VOTER_TRUST.fullHours}::float8)) filter (where hours >= ${VOTER_TRUST.youngHours}::float8), 0) as trusted,
        coalesce(sum(weight * ${VOTER_TRUST.young}::float8) filter (where hours < ${VOTER_TRUST.youngHours}::float8), 0) as young
      from (select f.followed_id as user_id, extract(epoch from date_trunc('hour', f.created_at) - u.created_at)::float8 / 3600 as hours,
          ${decay(period, sql`f.created_at`, now)} as weight
        from follows f join users u on u.id = f.follower_id and u.suspended_at is null where f.created_at >= ${begin}) f group by 1
    ), uploaded as materialized (
      select m.user_id as id, count(*)::int as memes from memes m
      where m.created_at >= ${begin} and ${isLive()} and m.user_id is not null group by 1
    ), ${candidates(span, { kind: 'user', kept: KEPT.users, active, isLive: isListed, scored })}
    insert into trending_users (generation, period, rank, user_id, followers, memes, likes, copies, views, score)
    select ${generation}::bigint, ${period}, row_number() over (order by score desc, followers desc, copies desc, likes desc, views desc, id desc),
      id, followers, memes, likes, copies, views, score
    from (select * from first union all ${scored('lifted')}) s where followers + memes + likes + copies + views > 0
    order by score desc, followers desc, copies desc, likes desc, views desc, id desc limit ${KEPT.users}`.execute(tx)
}
