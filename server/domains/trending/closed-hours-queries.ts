import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enterContenders, raiseFloor, recomputeContenders } from './contender-queries.ts'
import { type Hours, hourlySums } from './hourly-sums-queries.ts'
import { PERIOD_RULES } from './rules.ts'

const HOUR_MS = 3_600_000
/** Sums older than this are recomputed, which reads more but writes less than an incremental update. */
const INCREMENTAL_UPDATE_MAX_HOURS = 24
/**
 * Distance of a newly chosen reference time of closed weights, in half-lives. The exponent range of a double is ten times as
 * large. When the reference time is reached, after a month for the shortest list, the list is recomputed.
 */
const AHEAD_HALF_LIVES = 100

/** The summed range of a list, before and after adding newly closed hours. */
export interface ClosedHours {
  period: Period
  /** An empty range if everything is recomputed. */
  before: { begins: Date; until: Date }
  now: { begins: Date; until: Date }
  /** Reference time that weights are decayed to. */
  decayedTo: Date
}

/** Returns true if any hour entered or left the range. */
export const haveHoursChanged = ({ before, now }: ClosedHours) =>
  before.until.getTime() !== now.until.getTime() || before.begins.getTime() !== now.begins.getTime()

/** Returns the summed range of a list and its new range; null if the list must be recomputed. */
export async function findClosedHours(tx: Tx, period: Period, begin: Date, open: Date): Promise<ClosedHours | null> {
  const base = await tx.selectFrom('trending_bases').selectAll().where('period', '=', period).executeTakeFirst()
  const oldest = new Date(Math.max(begin.getTime(), open.getTime() - INCREMENTAL_UPDATE_MAX_HOURS * HOUR_MS))
  const goesOn =
    base &&
    base.begins <= begin &&
    base.until >= oldest &&
    base.until <= open &&
    open < base.decayed_to &&
    base.follows_until?.getTime() === base.until.getTime()
  if (!goesOn) return null
  return {
    period,
    before: { begins: base.begins, until: base.until },
    now: { begins: begin, until: open },
    decayedTo: base.decayed_to,
  }
}

/** Updates the sums of votes to the current closed hours: adds newly closed hours and subtracts hours before the period. */
export async function sumClosedHours(tx: Tx, closed: ClosedHours, contenders: number): Promise<void> {
  if (!haveHoursChanged(closed)) return
  const { period, before, now, decayedTo: as } = closed
  const entering = { period, from: before.until, before: now.until, as }
  const leaving = { period, from: before.begins, before: now.begins, as }
  await sql`update trending_bases set begins = ${now.begins}, until = ${now.until} where period = ${period}`.execute(tx)
  for (const [hours, times] of [
    [entering, 1],
    [leaving, -1],
  ] as const) {
    if (hours.from >= hours.before) continue
    await changeMemes(tx, hours, times)
    await addToUsers(tx, hours, times)
  }
  await enterContenders(tx, { period, from: now.begins, before: now.until, as }, entering, leaving)
  await dropEmptyMemes(tx, leaving)
  await raiseFloor(tx, period, contenders)
}

/**
 * Analyzes the tables, so that the planner uses the index order. The embedded engine never analyzes on its own, and PostgreSQL
 * only later.
 */
export async function analyzeSums(tx: Tx): Promise<void> {
  await sql`analyze trending_meme_sums, trending_user_sums`.execute(tx)
}

/** Counts the hourly sums of memes and people in a period, up to a limit. */
export async function countHours(tx: Tx, begin: Date, limit: number): Promise<number> {
  const counted = (kind: 'meme' | 'user') =>
    sql`(select count(*) from (select from ${sql.table(`${kind}_hours`)} where hour >= ${begin} limit ${limit}) h)`
  const found = await sql<{ count: number }>`select (${counted('meme')} + ${counted('user')})::int as count`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/**
 * Recomputes all sums of a list: the first time, or after a long pause. It reads all hours of the list, which may exceed the
 * statement timeout of a request.
 */
export async function sumAll(
  tx: Tx,
  { period, begin, open }: { period: Period; begin: Date; open: Date },
  contenders: number,
): Promise<ClosedHours> {
  await sql`set local statement_timeout = '4min'`.execute(tx)
  await sql`set local work_mem = '128MB'`.execute(tx)
  const { halfLifeHours } = PERIOD_RULES[period]
  const decayedTo = new Date(open.getTime() + AHEAD_HALF_LIVES * halfLifeHours * HOUR_MS)
  await tx.deleteFrom('trending_bases').where('period', '=', period).execute()
  await tx
    .insertInto('trending_bases')
    .values({ period, half_life_hours: halfLifeHours, begins: begin, until: open, decayed_to: decayedTo })
    .execute()
  const hours = { period, from: begin, before: open, as: decayedTo }
  await recomputeContenders(tx, hours, contenders)
  await addToUsers(tx, hours, 1)
  return { period, before: { begins: begin, until: begin }, now: { begins: begin, until: open }, decayedTo }
}

const COUNTS = ['likes', 'copies', 'views'] as const
const SUMMED = [...COUNTS, 'weight', 'young_weight'] as const

async function changeMemes(tx: Tx, hours: Hours, times: 1 | -1): Promise<void> {
  const changed = SUMMED.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)} + ${times}::int * h.${sql.ref(name)}`)
  await sql`
    update trending_meme_sums s set ${sql.join(changed)} from (${hourlySums('meme', hours)}) h
    where s.period = ${hours.period} and s.meme_id = h.meme_id`.execute(tx)
}

async function addToUsers(tx: Tx, hours: Hours, times: 1 | -1): Promise<void> {
  const values = sql.join(SUMMED.map((name): RawBuilder<unknown> => sql`${times}::int * ${sql.ref(name)}`))
  const added = SUMMED.map(
    (name) => sql`${sql.ref(name)} = trending_user_sums.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  )
  await sql`
    insert into trending_user_sums (period, user_id, ${sql.join(SUMMED.map((name) => sql.ref(name)))})
    select ${hours.period}, user_id, ${values} from (${hourlySums('user', hours)}) h order by user_id
    on conflict (period, user_id) do update set ${sql.join(added)}`.execute(tx)
}

async function dropEmptyMemes(tx: Tx, { period, from, before }: Hours): Promise<void> {
  await sql`
    delete from trending_meme_sums where period = ${period} and likes = 0 and copies = 0 and views = 0
      and meme_id = any (array(select meme_id from meme_hours where hour >= ${from} and hour < ${before}))`.execute(tx)
}
