import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isLive } from '../../memes/lists/states.ts'
import { type KnownMeme, type KnownMemeRow, toKnownMeme } from './known-meme.ts'
import { joinKnownMeme, knownMemeColumns } from './known-meme-queries.ts'

/** Maximum memes of each kind. Random ones are the `afterEach` memes at or before each of `moments` random moments. */
export const CATALOG_SIZES = { best: 1000, newest: 240, moments: 60, afterEach: 4 } as const

export interface CatalogRow {
  meme: KnownMeme
  /** 1-based rank among the best proven and among the newest; null if not among them. */
  best: number | null
  newest: number | null
  isRandom: boolean
}

/**
 * Returns the best proven live memes, the newest, and some from random moments, independent of the viewer. The limits are
 * literals, so that the planner sees how small they are: otherwise, on a large site, it starts parallel workers and JIT-compiles
 * the statement.
 */
export async function findCatalog(db: Db): Promise<CatalogRow[]> {
  const found = await sql<KnownMemeRow & { best: number | null; newest: number | null; is_random: boolean }>`${prepared}
    with best as materialized (
      select x.id, row_number() over ()::int as place from (
        select m.id from meme_stats s join memes m on m.id = s.meme_id where ${isLive()}
        order by proven_share(s.view_count, s.like_count, s.copy_count, s.dislike_count) desc, s.meme_id desc limit ${sql.lit(CATALOG_SIZES.best)}) x
    ), newest as materialized (
      select x.id, row_number() over ()::int as place from (
        select m.id from memes m where ${isLive()} order by m.created_at desc, m.id desc limit ${sql.lit(CATALOG_SIZES.newest)}) x
    ), random as materialized (
      select distinct x.id from (
          select b.oldest + random() * (b.newest - b.oldest) as moment
          from (select min(created_at) as oldest, max(created_at) as newest from memes m where ${isLive()}) b,
            generate_series(1, ${sql.lit(CATALOG_SIZES.moments)})
        ) p, lateral (select m.id from memes m where m.created_at <= p.moment and ${isLive()}
          order by m.created_at desc, m.id desc limit ${sql.lit(CATALOG_SIZES.afterEach)}) x
    ), merged as (
      select id, max(best)::int as best, max(newest)::int as newest, bool_or(is_random) as is_random from (
        select id, place as best, null::int as newest, false as is_random from best
        union all select id, null, place, false from newest
        union all select id, null, null, true from random) x group by id
    )
    select ${knownMemeColumns}, c.best, c.newest, c.is_random from merged c, ${joinKnownMeme}
    where ${isLive()}`.execute(db)
  return found.rows.map((row) => ({
    meme: toKnownMeme(row),
    best: row.best,
    newest: row.newest,
    isRandom: row.is_random,
  }))
}
