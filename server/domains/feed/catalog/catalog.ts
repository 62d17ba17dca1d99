import type { Deps } from '#server/platform/deps.ts'
import { CATALOG_SIZES, type CatalogRow, findCatalog } from './catalog-queries.ts'
import type { KnownMeme } from './known-meme.ts'

/** On a large site, new memes trigger a re-read at most this often. */
const AFTER_WRITES_MS = 1000
const FRESH_MS = 5000
/** An even older catalog is not served; the page waits for a new one. */
const STALE_MS = 25_000
const ALL = ''

/** The shared candidates of all feeds. The lists hold positions in `memes`. */
export interface FeedCatalog {
  memes: KnownMeme[]
  positions: Map<number, number>
  /** Best proven first. */
  best: number[]
  /** Newest first; all memes if `isWhole`. */
  newest: number[]
  random: number[]
  /** True if the catalog contains all live memes of the site. */
  isWhole: boolean
}

export interface Catalogs {
  current(): Promise<FeedCatalog>
}

/**
 * Caches the candidates that all viewers share, and re-reads them in the background once they are older than `FRESH_MS`. Fixing a
 * page checks again whether its viewer may see each meme. After new memes, the next page of a small site shows them, and on a
 * large one a page soon after.
 */
export function createCatalogs({ db, bus, caches }: Pick<Deps, 'db' | 'bus' | 'caches'>): Catalogs {
  const cache = caches.open<FeedCatalog>({
    name: 'feed-catalog',
    max: 1,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    topics: ['memeVisibilityChanged'],
  })
  bus.on(['memesWritten'], () => {
    if (cache.peek(ALL)?.isWhole === false) cache.expire(ALL, AFTER_WRITES_MS)
    else cache.clear()
  })
  return {
    current: () => cache.fetch(ALL, async () => toFeedCatalog(await findCatalog(db))),
  }
}

export function toFeedCatalog(rows: CatalogRow[]): FeedCatalog {
  const memes = rows.map(({ meme }) => meme)
  const ranked = (placeOf: (row: CatalogRow) => number | null): number[] =>
    rows
      .flatMap((row, position) => {
        const place = placeOf(row)
        return place === null ? [] : [{ position, place }]
      })
      .sort((a, b) => a.place - b.place)
      .map(({ position }) => position)
  const best = ranked((row) => row.best)
  const isWhole = best.length < CATALOG_SIZES.best
  return {
    memes,
    positions: new Map(memes.map(({ key }, position) => [key, position])),
    best,
    newest: isWhole ? allByAge(memes) : ranked((row) => row.newest),
    random: rows.flatMap((row, position) => (row.isRandom ? [position] : [])),
    isWhole,
  }
}

function allByAge(memes: KnownMeme[]): number[] {
  return memes
    .map((meme, position) => ({ meme, position }))
    .sort((a, b) => b.meme.createdAt.getTime() - a.meme.createdAt.getTime() || (a.meme.id < b.meme.id ? 1 : -1))
    .map(({ position }) => position)
}
