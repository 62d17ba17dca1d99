import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import { PERIOD_RULES } from './rules.ts'

/** Returns the value at time `to` of a weight at time `from`. */
export const decay = (period: Period, from: RawBuilder<unknown>, to: RawBuilder<unknown> | Date) =>
  sql`trending_decay(${from}, ${to instanceof Date ? sql`${to}::timestamptz` : to}, ${PERIOD_RULES[period].halfLifeHours}::int)`

/** A range of full hours of a list. */
export interface Hours {
  period: Period
  from: Date
  before: Date
  /** Reference time that weights are decayed to. */
  as: Date
}

const sums = (share: RawBuilder<unknown>) =>
  sql`sum(h.likes) as likes, sum(h.copies) as copies, sum(h.views) as views, sum(h.weight * ${share}) as weight,
    sum(h.young_weight * ${share}) as young_weight`

/** Sums hours per meme or person. Computes the decay once per hour, since all rows of an hour are adjacent and decay equally. */
export const hourlySums = (kind: 'meme' | 'user', { period, from, before, as }: Hours) => sql`
  select h.${sql.ref(`${kind}_id`)}, ${sums(sql`s.share`)}
  from (
    select hour, ${decay(period, sql`hour`, as)} as share
    from generate_series(${from}::timestamptz, ${before}::timestamptz - interval '1 hour', interval '1 hour') hour offset 0
  ) s cross join lateral (select * from ${sql.table(`${kind}_hours`)} h where h.hour = s.hour offset 0) h
  group by 1`

/** Sums the hours of one meme; returns no row if it has none. */
export const hourlySumsOf = (
  memeId: RawBuilder<unknown>,
  { period, from, before, as }: Omit<Hours, 'as'> & { as: RawBuilder<unknown> | Date },
) => sql`
  select ${sums(decay(period, sql`h.hour`, as))} from meme_hours h
  where h.meme_id = ${memeId} and h.hour >= ${from} and h.hour < ${before} having count(*) > 0`
