import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Statistics of the last ANALYZE: the number of memes, and the share of memes that contain each of the most common words. */
export interface CommonWords {
  memes: number
  shares: Record<'named' | 'folded', ReadonlyMap<string, number>>
}

export type StatisticsDeps = Pick<Deps, 'db' | 'caches'>

const FRESH_MS = 60_000
/** In a library smaller than this, the texts stay in memory, and the index is good enough for several words. */
const LARGE_FROM_MEMES = 200_000
/** Cost of fetching one meme by the index, in memes passed by a scan by id. */
const BROUGHT_COSTS = { small: 4, large: 30 } as const

/** Returns the statistics, cached on this node for up to a minute; ANALYZE runs less often. */
export function commonWords({ db, caches }: StatisticsDeps): Promise<CommonWords> {
  const cache = caches.open<CommonWords>({ name: 'search-statistics', max: 1, freshMs: FRESH_MS, topics: [] })
  return cache.fetch('', () => readCommonWords(db))
}

export async function readCommonWords(db: Db): Promise<CommonWords> {
  const found = await sql<{ memes: number; attribute: 'named' | 'folded' | null; words: string[]; shares: number[] }>`
    select c.reltuples::float8 as memes, s.attname as attribute, s.most_common_elems::text::text[] as words,
      s.most_common_elem_freqs::float8[] as shares
    from pg_class c left join pg_stats s on s.schemaname = any (current_schemas(false)) and s.tablename = 'meme_texts'
      and s.attname in ('named', 'folded') and s.most_common_elems is not null
    where c.oid = 'meme_texts'::regclass`.execute(db)
  const sharesOf = (attribute: 'named' | 'folded') => {
    const row = found.rows.find((one) => one.attribute === attribute)
    // PostgreSQL appends the lowest and highest share after the words' shares.
    return new Map(row?.words.map((word, at) => [word, row.shares[at] ?? 0]))
  }
  return { memes: found.rows[0]?.memes ?? 0, shares: { named: sharesOf('named'), folded: sharesOf('folded') } }
}

/**
 * Chooses the cheapest way to find the newest `wanted` memes with a word of each group: the index, or a scan from the newest meme
 * down. For several common words it returns `unknown`, because statistics do not cover combinations of words;
 * `newest_scan_is_cheaper` samples that.
 */
export function planFor(
  { memes, shares }: CommonWords,
  { of, groups }: { of: 'named' | 'folded'; groups: string[][] },
  wanted: number,
): 'newest' | 'index' | 'unknown' {
  const isSeveral = groups.length > 1
  const isLarge = memes >= LARGE_FROM_MEMES
  if (memes <= 0 || (isSeveral && !isLarge)) return 'index'
  const even = Math.sqrt(wanted / (BROUGHT_COSTS[isLarge ? 'large' : 'small'] * memes))
  const shareOf = (words: string[]) => words.reduce((sum, word) => sum + (shares[of].get(word) ?? 0), 0)
  const rarest = Math.min(...groups.map(shareOf))
  if (rarest < even) return 'index'
  return isSeveral ? 'unknown' : 'newest'
}
