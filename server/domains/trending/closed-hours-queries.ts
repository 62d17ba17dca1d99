import { sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/db/db.ts'
import { PERIOD_RULES } from './rules.ts'

const HOUR_MS = 3_600_000
/** Sums that ended longer ago are made anew: that reads more, and writes less, than going on from them. */
const GOES_ON_HOURS = 24

/** What a weight of the time `from` is worth at the time `to`. */
export const decay = (period: Period, from: unknown, to: Date) =>
  sql`trending_decay(${from}, ${to}::timestamptz, ${PERIOD_RULES[period].halfLifeHours}::int)`

/** Brings the sums of a list's closed hours up to `open`: what has closed since enters, what lies before `begin` leaves. */
export async function sumClosedHours(tx: Tx, period: Period, begin: Date, open: Date): Promise<void> {
  const base = await tx.selectFrom('trending_bases').selectAll().where('period', '=', period).executeTakeFirst()
  const oldest = new Date(Math.max(begin.getTime(), open.getTime() - GOES_ON_HOURS * HOUR_MS))
  if (!base || base.begins > begin || base.until < oldest || base.until > open) return sumAll(tx, period, begin, open)
  if (base.until < open) {
    await decaySums(tx, period, base.until, open)
    await addHours(tx, period, { from: base.until, before: open, as: open, times: 1 })
  }
  if (base.begins < begin) {
    await addHours(tx, period, { from: base.begins, before: begin, as: open, times: -1 })
    await dropEmpty(tx, period)
  }
  await sql`update trending_bases set begins = ${begin}, until = ${open} where period = ${period}`.execute(tx)
}

/** The first time, or after a long time: as many hours as the list has, which may take longer than a request's statement may. */
async function sumAll(tx: Tx, period: Period, begin: Date, open: Date): Promise<void> {
  await sql`set local statement_timeout = '4min'`.execute(tx)
  await sql`set local work_mem = '128MB'`.execute(tx)
  await tx.deleteFrom('trending_bases').where('period', '=', period).execute()
  await tx
    .insertInto('trending_bases')
    .values({ period, half_life_hours: PERIOD_RULES[period].halfLifeHours, begins: begin, until: open })
    .execute()
  await addHours(tx, period, { from: begin, before: open, as: open, times: 1 })
}

async function decaySums(tx: Tx, period: Period, from: Date, to: Date): Promise<void> {
  for (const table of ['trending_meme_sums', 'trending_user_sums'])
    await sql`
      update ${sql.table(table)} s set weight = weight * d.left, young_weight = young_weight * d.left
      from (select ${decay(period, sql`${from}::timestamptz`, to)} as left) d where period = ${period}`.execute(tx)
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

async function dropEmpty(tx: Tx, period: Period): Promise<void> {
  for (const table of ['trending_meme_sums', 'trending_user_sums'])
    await sql`delete from ${sql.table(table)} where period = ${period} and likes = 0 and copies = 0 and views = 0`.execute(
      tx,
    )
}
