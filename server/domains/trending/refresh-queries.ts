import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isLive } from '../memes/lists/states.ts'
import { isPublicPerson } from '../users/lists/suspended.ts'
import { followWeights } from './closed-follows-queries.ts'
import { isLiveMeme } from './contender-queries.ts'
import { decay, hourlySumsOf } from './hourly-sums-queries.ts'
import { LIST_SIZES, UPLOAD_POINTS, UPLOADS_COUNTED, YOUNG_CEILING } from './rules.ts'

const GENERATION_RETENTION_MINUTES = 15

type Kind = 'meme' | 'user'

/** Scores that differ by less than this are equal: sums of the same votes in a different order. */
const SCORE_DIGITS = 6
const SCORE_STEP = 10 ** -SCORE_DIGITS
const UPLOADS_CEILING = UPLOAD_POINTS * UPLOADS_COUNTED

/** The time range of a list; hours before `open` are closed and already summed. */
export interface Span {
  period: Period
  begin: Date
  open: Date
  now: Date
}

/** Creates a new list generation, numbered by time in milliseconds. Serializes refreshes. */
export async function beginGeneration(tx: Tx, now: Date): Promise<string> {
  // Turn off JIT: the planner overestimates these statements, and compiling one takes longer than running it.
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
      and made_at < ${now}::timestamptz - make_interval(mins => ${GENERATION_RETENTION_MINUTES})`.execute(tx)
}

const openVotes = ({ period, open, now }: Span, kind: Kind) => {
  const share = decay(period, sql`hour`, now)
  return sql`select ${sql.ref(`${kind}_id`)} as id, likes, copies, views, weight * ${share} as weight, young_weight * ${share} as young
    from ${sql.table(`${kind}_hours`)} where hour >= ${open}`
}

/** Gains in the open hours, weighted as of now. Followers and uploads are counted from their own tables. */
const openHours = (span: Span, kind: Kind) => {
  const sums = sql`sum(likes) as likes, sum(copies) as copies, sum(views) as views, sum(weight) as weight, sum(young) as young`
  if (kind === 'meme') return sql`select id, ${sums} from (${openVotes(span, kind)}) votes group by 1`
  const { period, open, now } = span
  const { weight, young } = followWeights('f.created_at', 'u.created_at')
  const share = decay(period, sql`f.created_at`, now)
  return sql`
    select id, ${sums}, sum(followers) as followers, sum(memes) as memes from (
      select votes.*, 0 as followers, 0 as memes from (${openVotes(span, kind)}) votes
      union all
      select f.followed_id, 0, 0, 0, ${share} * ${weight}, ${share} * ${young}, 1, 0
      from follows f join users u on u.id = f.follower_id and u.suspended_at is null where f.created_at >= ${open}
      union all
      select m.user_id, 0, 0, 0, 0, 0, 0, 1 from memes m where m.created_at >= ${open} and ${isLive()} and m.user_id is not null
    ) gains group by 1`
}

/** The counters of each kind, and the components of its closed weights. */
const COUNTED = {
  meme: ['likes', 'copies', 'views'],
  user: ['likes', 'copies', 'views', 'followers', 'memes'],
} as const
const CLOSED = {
  meme: { weight: sql`s.weight`, young: sql`s.young_weight` },
  user: { weight: sql`s.weight + s.follow_weight`, young: sql`s.young_weight + s.young_follow_weight` },
} as const

/** The factor that converts stored closed weights to their current value: one number for the whole list. */
const worthNow = ({ period, now }: Span) =>
  sql`select 1 / ${decay(period, sql`${now}::timestamptz`, sql`decayed_to`)} as now, decayed_to, floor from trending_bases where period = ${period}`

/** The stored sums for the row `c`. `offset 0` forces a lookup per row, regardless of the planner's row estimate. */
const storedSums = ({ period }: Span, kind: Kind) =>
  sql`select * from ${sql.table(`trending_${kind}_sums`)} where period = ${period} and ${sql.ref(`${kind}_id`)} = c.id offset 0`

/** The sums for a meme without stored sums, from its hours. */
const sumsFromHours = ({ period, begin, open }: Span) =>
  hourlySumsOf(sql`c.id`, { period, from: begin, before: open, as: sql`d.decayed_to` })

/** Adds closed sums and open hours for the ids in a named part of the statement. `d` and `open_hours` are also such parts. */
const gained = (kind: Kind, ids: string, closed: RawBuilder<unknown>) => sql`
  select c.id, ${sql.join(
    COUNTED[kind].map(
      (count) =>
        sql`greatest(0, coalesce(${sql.ref(`s.${count}`)}, 0) + coalesce(${sql.ref(`o.${count}`)}, 0))::int as ${sql.ref(count)}`,
    ),
  )},
    greatest(0, coalesce((${CLOSED[kind].weight}) * d.now, 0) + coalesce(o.weight, 0)) as weight,
    greatest(0, coalesce((${CLOSED[kind].young}) * d.now, 0) + coalesce(o.young, 0)) as young
  from ${sql.table(ids)} c cross join d
  left join lateral (${closed}) s on true
  left join open_hours o on o.id = c.id`

/**
 * The ids that only closed hours may bring into a list of `size` entries. Skips entries that are not live, so that the next one
 * takes the position. Also skips entries with open hours: the list reads those anyway, and a loss in the open hours may cost
 * them the position.
 */
const topByClosedWeight = ({ period }: Span, kind: Kind, isLive: RawBuilder<unknown>, size: number) => sql`
  select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`trending_${kind}_sums`)} s
  where period = ${period} and ${isLive} and ${sql.ref(`${kind}_id`)} not in (select id from open_hours)
  order by ${CLOSED[kind].weight} desc fetch first ${sql.lit(size)} rows with ties`

/**
 * The ids that capped additions may also bring into a list: votes of young accounts and, for people, their young followers and
 * uploads. Their weight is below that of the last entry by less than the ceiling.
 */
const addedBeside = ({ period }: Span, kind: Kind, isLive: RawBuilder<unknown>) => {
  const bound = (ceiling: number) =>
    sql`${CLOSED[kind].weight} >= (select (l.score - ${ceiling + SCORE_STEP}::float8) / d.now from last l, d)`
  const beside =
    kind === 'meme'
      ? sql`young_weight > 0 and ${bound(YOUNG_CEILING)}`
      : sql`(young_weight > 0 or young_follow_weight > 0 or memes > 0) and ${bound(YOUNG_CEILING + UPLOADS_CEILING)}
        and (young_weight > 0 or young_follow_weight > 0 or ${bound(UPLOADS_CEILING)})`
  return sql`
    select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`trending_${kind}_sums`)} s
    where period = ${period} and ${beside} and ${isLive}`
}

const isListed = (id: string) => sql`(select ${isPublicPerson('u')} from users u where u.id = ${sql.ref(id)})`

/** Order of the rows of `scored`, best first. */
const ORDER = {
  meme: sql`score desc, copies desc, likes desc, views desc, id desc`,
  user: sql`score desc, followers desc, copies desc, likes desc, views desc, id desc`,
} as const

interface Listing {
  kind: Kind
  /** Number of entries in the list. */
  size: number
  /** Returns the condition that an id may be listed. */
  isLive: (id: string) => RawBuilder<unknown>
  /** Returns the scores of the ids in a named part of the statement. */
  scored: (ids: string) => RawBuilder<unknown>
}

/**
 * Returns the condition that a row's open hours always count: for people, for memes with stored sums, and for all memes of a list
 * without a floor.
 */
const known = ({ period }: Span, kind: Kind) =>
  kind === 'user'
    ? sql`true`
    : sql`((select floor from d) = '-infinity' or id in (select meme_id from trending_meme_sums where period = ${period}))`

/** The ids of memes without stored sums that open hours may lift from below the floor into the list. */
const outsiders = sql`
  select o.id from open_hours o, d, last l where o.id not in (select id from likely)
    and d.floor * d.now + greatest(0, o.weight) + greatest(0, o.young) >= l.score - ${SCORE_STEP}::float8 and ${isLiveMeme('o.id')}`

/**
 * The parts of a statement that end with `first` and the ids `lifted`: all possible entries of a list. It checks only the first
 * ones for being live.
 */
const candidates = (span: Span, { kind, size, isLive, scored }: Listing) => sql`
  d as materialized (${worthNow(span)}), open_hours as materialized (${openHours(span, kind)}), likely as materialized (
    select id from open_hours where ${known(span, kind)} union (${topByClosedWeight(span, kind, isLive(`s.${kind}_id`), size)})
  ), first as materialized (
    select * from (select * from (${scored('likely')}) gains order by ${ORDER[kind]} offset 0) ranked where ${isLive('ranked.id')} limit ${size}
  ), last as materialized (
    select coalesce((select score from first order by score desc offset ${size - 1} limit 1), 0) as score
  ), lifted as materialized (${addedBeside(span, kind, isLive(`s.${kind}_id`))} except select id from likely)`

/**
 * Inserts memes by their gain since the span began. Reads memes with gains in open hours and, by an index, as many others as the
 * list has positions: their relative order does not change while their hours are closed.
 * @returns whether the list is complete, so that no meme below the floor can belong in it
 */
export async function insertTrendingMemes(tx: Tx, generation: string, span: Span): Promise<boolean> {
  const scoredBy = (ids: string, closed: RawBuilder<unknown>) => sql`
    select id, likes, copies, views, round((weight + least(${YOUNG_CEILING}::float8, young))::numeric, ${sql.lit(SCORE_DIGITS)})::float8 as score
    from (${gained('meme', ids, closed)}) g where likes + copies + views > 0`
  const scored = (ids: string) => scoredBy(ids, storedSums(span, 'meme'))
  const made = await sql<{ is_whole: boolean }>`
    with ${candidates(span, { kind: 'meme', size: LIST_SIZES.memes, isLive: isLiveMeme, scored })},
    outsiders as materialized (${outsiders}), list as (
      insert into trending_memes (generation, period, rank, meme_id, likes, copies, views, score)
      select ${generation}::bigint, ${span.period}, row_number() over (order by ${ORDER.meme}),
        id, likes, copies, views, score
      from (select * from first union all ${scored('lifted')} union all ${scoredBy('outsiders', sumsFromHours(span))}) gains
      order by ${ORDER.meme} limit ${LIST_SIZES.memes} returning score
    )
    select (select floor from d) = '-infinity' or count(*) = ${LIST_SIZES.memes}::int
      and min(score) >= (select floor * now + ${SCORE_STEP}::float8 from d) as is_whole from list`.execute(tx)
  return made.rows[0]?.is_whole ?? true
}

export async function deleteTrendingMemes(tx: Tx, generation: string, { period }: Span): Promise<void> {
  await sql`delete from trending_memes where generation = ${generation}::bigint and period = ${period}`.execute(tx)
}

/** Copies the lists of a period unchanged to a new generation. */
export async function copyLists(tx: Tx, generation: string, { period }: Span): Promise<void> {
  for (const [kind, columns] of [
    ['meme', sql`likes, copies, views, score`],
    ['user', sql`followers, memes, likes, copies, views, score`],
  ] as const) {
    const [list, id] = [sql.table(`trending_${kind}s`), sql.ref(`${kind}_id`)]
    await sql`
      insert into ${list} (generation, period, rank, ${id}, ${columns})
      select ${generation}::bigint, period, rank, ${id}, ${columns} from ${list} where period = ${period}
        and generation = (select max(generation) from trending_generations where generation < ${generation}::bigint)`.execute(
      tx,
    )
  }
}

/**
 * Inserts people by their own and their memes' gain since the span began, in the same way as memes. A follower weighs as much as
 * a voter of the same age.
 */
export async function insertTrendingUsers(tx: Tx, generation: string, span: Span): Promise<void> {
  const scored = (ids: string) => sql`
    select id, followers, memes, likes, copies, views, round((weight + least(${YOUNG_CEILING}::float8, young)
      + ${UPLOAD_POINTS}::float8 * least(memes, ${UPLOADS_COUNTED}))::numeric, ${sql.lit(SCORE_DIGITS)})::float8 as score
    from (${gained('user', ids, storedSums(span, 'user'))}) g where followers + memes + likes + copies + views > 0`
  await sql`
    with ${candidates(span, { kind: 'user', size: LIST_SIZES.users, isLive: isListed, scored })}
    insert into trending_users (generation, period, rank, user_id, followers, memes, likes, copies, views, score)
    select ${generation}::bigint, ${span.period}, row_number() over (order by ${ORDER.user}),
      id, followers, memes, likes, copies, views, score
    from (select * from first union all ${scored('lifted')}) gains
    order by ${ORDER.user} limit ${LIST_SIZES.users}`.execute(tx)
}
