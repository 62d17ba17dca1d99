import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enterContenders, raiseFloor, sumContendersAnew } from './contender-queries.ts'
import { type Hours, hourlySums } from './hourly-sums-queries.ts'
import { PERIOD_RULES } from './rules.ts'

const HOUR_MS = 3_600_000
/** Older sums are recomputed, which reads more but writes less than updating them. */
const INCREMENTAL_UPDATE_MAX_HOURS = 24
/**
 * How far ahead lies the time that closed weights are decayed to, when it is chosen. A double holds a tenth of such a weight ten times over;
 * when the time has come, after a month for the shortest list, the list is added up anew.
 */
const AHEAD_HALF_LIVES = 100

/** From where to where a list is added up, before and after what has closed since. */
export interface ClosedHours {
  period: Period
  /** Without hours where all is added up anew. */
  before: { begins: Date; until: Date }
  now: { begins: Date; until: Date }
  /** The time that weights are decayed to. */
  decayedTo: Date
}

/** Whether any hour entered or left. */
export const haveHoursChanged = ({ before, now }: ClosedHours) =>
  before.until.getTime() !== now.until.getTime() || before.begins.getTime() !== now.begins.getTime()

/** What is added up of a list's hours, brought to where they are to be; null where all is to be added up anew. */
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

/** Brings what votes gave in closed hours up to date: what has closed since enters, what lies before the period leaves. */
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
 * Analyzes the table, so that the planner uses the index order. The embedded engine never does so by itself, and PostgreSQL
 * only later.
 */
export async function analyzeSums(tx: Tx): Promise<void> {
  await sql`analyze trending_meme_sums, trending_user_sums`.execute(tx)
}

/** How many hours' sums of memes and people a period has, counted up to a limit. */
export async function countHours(tx: Tx, begin: Date, limit: number): Promise<number> {
  const counted = (kind: 'meme' | 'user') =>
    sql`(select count(*) from (select from ${sql.table(`${kind}_hours`)} where hour >= ${begin} limit ${limit}) h)`
  const found = await sql<{ count: number }>`select (${counted('meme')} + ${counted('user')})::int as count`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/** The first time, or after a long time: as many hours as the list has, which may take longer than a request's statement may. */
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
  await sumContendersAnew(tx, hours, contenders)
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
