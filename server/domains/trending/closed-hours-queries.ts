import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/db/db.ts'
import { PERIOD_RULES } from './rules.ts'

const HOUR_MS = 3_600_000
/** Older sums are recomputed, which reads more but writes less than updating them. */
const INCREMENTAL_UPDATE_MAX_HOURS = 24
/**
 * How far ahead lies the time that closed weights are decayed to, when it is chosen. A double holds a tenth of such a weight ten times over;
 * when the time has come, after a month for the shortest list, the list is added up anew.
 */
const AHEAD_HALF_LIVES = 100

/** What a weight of the time `from` is worth at the time `to`. */
export const decay = (period: Period, from: RawBuilder<unknown>, to: RawBuilder<unknown> | Date) =>
  sql`trending_decay(${from}, ${to instanceof Date ? sql`${to}::timestamptz` : to}, ${PERIOD_RULES[period].halfLifeHours}::int)`

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

/** Brings what votes gave in a list's closed hours up to `open`: what has closed since enters, what lies before `begin` leaves. */
export async function sumClosedHours(tx: Tx, period: Period, begin: Date, open: Date): Promise<ClosedHours> {
  const base = await tx.selectFrom('trending_bases').selectAll().where('period', '=', period).executeTakeFirst()
  const oldest = new Date(Math.max(begin.getTime(), open.getTime() - INCREMENTAL_UPDATE_MAX_HOURS * HOUR_MS))
  const goesOn =
    base &&
    base.begins <= begin &&
    base.until >= oldest &&
    base.until <= open &&
    open < base.decayed_to &&
    base.follows_until?.getTime() === base.until.getTime()
  const now = { begins: begin, until: open }
  if (!goesOn) {
    const decayedTo = await sumAll(tx, period, begin, open)
    return { period, before: { begins: begin, until: begin }, now, decayedTo }
  }
  const decayedTo = base.decayed_to
  const before = { begins: base.begins, until: base.until }
  const closed = { period, before, now, decayedTo }
  if (!haveHoursChanged(closed)) return closed
  if (base.until < open) await addHours(tx, period, { from: base.until, before: open, as: decayedTo, times: 1 })
  if (base.begins < begin) {
    const left = { from: base.begins, before: begin }
    await addHours(tx, period, { ...left, as: decayedTo, times: -1 })
    await dropEmptyMemes(tx, period, left)
  }
  await sql`update trending_bases set begins = ${begin}, until = ${open} where period = ${period}`.execute(tx)
  return closed
}

/**
 * Analyzes the table, so that the planner uses the index order. The embedded engine never does so by itself, and PostgreSQL
 * only later.
 */
export async function analyzeSums(tx: Tx): Promise<void> {
  await sql`analyze trending_meme_sums, trending_user_sums`.execute(tx)
}

/** The first time, or after a long time: as many hours as the list has, which may take longer than a request's statement may. */
async function sumAll(tx: Tx, period: Period, begin: Date, open: Date): Promise<Date> {
  await sql`set local statement_timeout = '4min'`.execute(tx)
  await sql`set local work_mem = '128MB'`.execute(tx)
  const { halfLifeHours } = PERIOD_RULES[period]
  const decayedTo = new Date(open.getTime() + AHEAD_HALF_LIVES * halfLifeHours * HOUR_MS)
  await tx.deleteFrom('trending_bases').where('period', '=', period).execute()
  await tx
    .insertInto('trending_bases')
    .values({ period, half_life_hours: halfLifeHours, begins: begin, until: open, decayed_to: decayedTo })
    .execute()
  await addHours(tx, period, { from: begin, before: open, as: decayedTo, times: 1 })
  return decayedTo
}

interface Hours {
  from: Date
  before: Date
  /** The time that weights are decayed to. */
  as: Date
  times: 1 | -1
}

async function addHours(tx: Tx, period: Period, { from, before, as, times }: Hours): Promise<void> {
  const share = decay(period, sql`hour`, as)
  for (const kind of ['meme', 'user']) {
    const sums = sql.ref(`trending_${kind}_sums`)
    const id = sql.ref(`${kind}_id`)
    await sql`
      insert into ${sql.table(`trending_${kind}_sums`)} (period, ${id}, likes, copies, views, weight, young_weight)
      select ${period}, ${id}, ${times}::int * sum(likes), ${times}::int * sum(copies), ${times}::int * sum(views),
        ${times}::int * sum(weight * ${share}), ${times}::int * sum(young_weight * ${share})
      from ${sql.table(`${kind}_hours`)} where hour >= ${from} and hour < ${before} group by ${id} order by ${id}
      on conflict (period, ${id}) do update set likes = ${sums}.likes + excluded.likes, copies = ${sums}.copies + excluded.copies,
        views = ${sums}.views + excluded.views, weight = ${sums}.weight + excluded.weight,
        young_weight = ${sums}.young_weight + excluded.young_weight`.execute(tx)
  }
}

async function dropEmptyMemes(tx: Tx, period: Period, { from, before }: Pick<Hours, 'from' | 'before'>): Promise<void> {
  await sql`
    delete from trending_meme_sums where period = ${period} and likes = 0 and copies = 0 and views = 0
      and meme_id = any (array(select meme_id from meme_hours where hour >= ${from} and hour < ${before}))`.execute(tx)
}
