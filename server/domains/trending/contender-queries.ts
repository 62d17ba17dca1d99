import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import { isVisible } from '../memes/lists/scopes.ts'
import { type Hours, hourlySums, hourlySumsOf } from './hourly-sums-queries.ts'

// Only contenders have stored sums: memes that reach the floor of their list. A list is complete while its last entry is above
// the floor.

/** Over-fetch the top-weighted memes by this factor before filtering live ones. */
const OVERFETCH_FACTOR = 10
/** Raise the floor when there are more contenders than this factor times the wanted number. */
const RAISE_FACTOR = 3

/** Checks each meme with a separate subquery, in order. For a join, the planner would read the whole table. */
export const isLiveMeme = (id: string) =>
  sql`(select ${isVisible(ANY_VISITOR, 'featured')} from memes m where m.id = ${sql.ref(id)})`

/** Upper bound of a meme's score from its closed hours. */
const reach = sql`greatest(weight, 0) + greatest(young_weight, 0)`
const columns = sql`meme_id, likes, copies, views, weight, young_weight`

/** Returns the weight of the `wanted`-th live meme, or -infinity if there are fewer. `sums` is a part of the statement. */
const floorOf = (sums: RawBuilder<unknown>, wanted: number) => sql`
  coalesce((
    select weight from (
      select weight from (select meme_id, weight from ${sums} where weight > 0 order by weight desc limit ${wanted * OVERFETCH_FACTOR}) heaviest
      where ${isLiveMeme('heaviest.meme_id')} limit ${wanted}
    ) live order by weight desc offset ${wanted - 1} limit 1
  ), '-infinity')`

/**
 * Recomputes the contenders and the floor.
 * @param wanted minimum number of live contenders; null to include every meme with a gain
 */
export async function recomputeContenders(tx: Tx, hours: Hours, wanted: number | null): Promise<void> {
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
 * Adds new contenders: memes that gained in the entering hours, or that lost weight in the leaving hours.
 * @param hours the full current range of the list
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

/** Raises the floor if there are too many contenders. Later hours are less decayed, so over time more memes reach the floor. */
export async function raiseFloor(tx: Tx, period: Period, wanted: number): Promise<void> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from trending_meme_sums where period = ${period}`.execute(tx)
  if ((found.rows[0]?.count ?? 0) <= RAISE_FACTOR * wanted) return
  await sql`
    with sums as (select meme_id, weight from trending_meme_sums where period = ${period})
    update trending_bases set floor = greatest(floor, ${floorOf(sql`sums`, wanted)}) where period = ${period}`.execute(
    tx,
  )
  await sql`
    delete from trending_meme_sums where period = ${period}
      and ${reach} < (select floor from trending_bases where period = ${period})`.execute(tx)
}
