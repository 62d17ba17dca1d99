import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/trending.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isLive, isNotSensitive } from '#server/platform/db/live-memes-queries.ts'
import { type Hours, hourlySums, hourlySumsOf } from './hourly-sums-queries.ts'

// Sums of memes are kept of contenders: of those that reach the floor of their list. A list is whole while its last entry is above the floor.

/** Of so many times as many memes, the heaviest, is asked which are live. */
const LOOKED_AT = 10
/** More contenders than that many times those wanted are fewer again. */
const RAISED_AT = 3

/** Asked of each by itself, in the order in which they come: a join would be planned to read the whole table. */
export const isLiveMeme = (id: string) =>
  sql`(select ${isLive()} and ${isNotSensitive()} from memes m where m.id = ${sql.ref(id)})`

/** What a meme can be worth at most, from its closed hours. */
const reach = sql`greatest(weight, 0) + greatest(young_weight, 0)`
const columns = sql`meme_id, likes, copies, views, weight, young_weight`

/** The weight of the last of as many live memes as are wanted; without an end where there are fewer. `sums` is a part of the statement. */
const floorOf = (sums: RawBuilder<unknown>, wanted: number) => sql`
  coalesce((
    select weight from (
      select weight from (select meme_id, weight from ${sums} where weight > 0 order by weight desc limit ${wanted * LOOKED_AT}) heaviest
      where ${isLiveMeme('heaviest.meme_id')} limit ${wanted}
    ) live order by weight desc offset ${wanted - 1} limit 1
  ), '-infinity')`

/** @param wanted how many live memes there are to be at least; null for all that gained anything */
export async function sumContendersAnew(tx: Tx, hours: Hours, wanted: number | null): Promise<void> {
  const { period } = hours
  await sql`delete from trending_meme_sums where period = ${period}`.execute(tx)
  await sql`
    with sums as materialized (${hourlySums('meme', hours)}), based as (
      update trending_bases set floor = ${wanted === null ? sql`'-infinity'` : floorOf(sql`sums`, wanted)} where period = ${period} returning floor
    )
    insert into trending_meme_sums (period, ${columns})
    select ${period}, ${columns} from sums where ${reach} >= (select floor from based) order by meme_id`.execute(tx)
}

/**
 * Whoever gained in the hours that enter may be a contender now, and so may who lost something in those that leave.
 * @param hours all of the list, as they are now
 */
export async function enterContenders(tx: Tx, hours: Hours, entering: Hours, leaving: Hours): Promise<void> {
  const { period } = hours
  await sql`
    insert into trending_meme_sums (period, ${columns})
    select ${period}, ${columns} from (
      select meme_id from meme_hours where hour >= ${entering.from} and hour < ${entering.before}
      union
      select meme_id from meme_hours where hour >= ${leaving.from} and hour < ${leaving.before} and (weight < 0 or young_weight < 0)
      except
      select meme_id from trending_meme_sums where period = ${period}
    ) others cross join lateral (${hourlySumsOf(sql`others.meme_id`, hours)}) sums
    where ${reach} >= (select floor from trending_bases where period = ${period}) order by meme_id`.execute(tx)
}

/** Weights of later hours are less decayed: from time to time, too many memes reach the floor. */
export async function raiseFloor(tx: Tx, period: Period, wanted: number): Promise<void> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from trending_meme_sums where period = ${period}`.execute(tx)
  if ((found.rows[0]?.count ?? 0) <= RAISED_AT * wanted) return
  await sql`
    with sums as (select meme_id, weight from trending_meme_sums where period = ${period})
    update trending_bases set floor = greatest(floor, ${floorOf(sql`sums`, wanted)}) where period = ${period}`.execute(
    tx,
  )
  await sql`
    delete from trending_meme_sums where period = ${period}
      and ${reach} < (select floor from trending_bases where period = ${period})`.execute(tx)
}
