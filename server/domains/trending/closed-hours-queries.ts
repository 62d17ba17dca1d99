import { sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/db/db.ts'
import { PERIOD_RULES } from './rules.ts'

const HOUR_MS = 3_600_000
/** Hours that one statement adds up: the first time there is a month of them. */
const STEP_HOURS = 24

/** What a weight of the time `from` is worth at the time `to`. */
export const decay = (period: Period, from: unknown, to: Date) =>
  sql`exp(-ln(2::float8) * greatest(0, extract(epoch from ${to}::timestamptz - ${from})::float8) / ${PERIOD_RULES[period].halfLifeHours * 3600}::float8)`

/** Brings the sums of a list's closed hours up to `open`: what has closed since enters, what lies before `begin` leaves. */
export async function sumClosedHours(tx: Tx, period: Period, begin: Date, open: Date): Promise<void> {
  let { begins, until } = await findBase(tx, period, begin, open)
  while (until < open) {
    const to = new Date(Math.min(open.getTime(), until.getTime() + STEP_HOURS * HOUR_MS))
    await decaySums(tx, period, until, to)
    await addHours(tx, period, { from: until, before: to, as: to, times: 1 })
    until = to
  }
  if (begins < begin) {
    await addHours(tx, period, { from: begins, before: begin, as: until, times: -1 })
    await dropEmpty(tx, period)
    begins = begin
  }
  await sql`update trending_bases set begins = ${begins}, until = ${until} where period = ${period}`.execute(tx)
}

/** The sums as the last refresh left them; empty ones where there are none or they end before the list begins. */
async function findBase(tx: Tx, period: Period, begin: Date, open: Date): Promise<{ begins: Date; until: Date }> {
  const base = await tx.selectFrom('trending_bases').selectAll().where('period', '=', period).executeTakeFirst()
  if (base && base.begins <= begin && base.until > begin && base.until <= open) return base
  await tx.deleteFrom('trending_bases').where('period', '=', period).execute()
  const empty = { begins: begin, until: begin }
  await tx
    .insertInto('trending_bases')
    .values({ period, half_life_hours: PERIOD_RULES[period].halfLifeHours, ...empty })
    .execute()
  return empty
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
