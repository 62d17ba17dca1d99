import type { Deps } from '#server/platform/deps.ts'
import { CATALOGUE, type CatalogueRow, findCatalogue } from './catalogue-queries.ts'
import type { KnownMeme } from './known-meme.ts'

/** New memes of a large site make a node read again at most so often. */
const AFTER_WRITES_MS = 1000
/** Beyond so many times its freshness, a page waits for a new catalogue instead of using an old one. */
const STALE_TIMES = 6

/** What all feeds choose from, by position in `memes`. */
export interface Catalogue {
  memes: KnownMeme[]
  positions: Map<number, number>
  /** The best proven first. */
  best: number[]
  /** Latest first. If `isWhole`, all memes. */
  newest: number[]
  random: number[]
  /** Whether these are all live memes of the site. */
  isWhole: boolean
}

export interface Catalogues {
  current(): Promise<Catalogue>
  /** The next page waits for a new one. */
  forget(): void
  /** There are new memes: on a small site the next page shows them, on a large one a page soon. */
  outdate(): void
}

/**
 * The candidates that all readers share, kept in memory and read again in the background once they are older than `freshMs`.
 * Whether a reader may see a meme is checked again when its page is made.
 */
export function createCatalogues(deps: Pick<Deps, 'db'>, freshMs: number): Catalogues {
  let held: { catalogue: Catalogue; madeAt: number } | undefined
  let reading: Promise<Catalogue> | undefined

  function read(): Promise<Catalogue> {
    const madeAt = Date.now()
    const mine = findCatalogue(deps.db)
      .then((rows) => {
        const catalogue = toCatalogue(rows)
        if (reading === mine) held = { catalogue, madeAt }
        return catalogue
      })
      .finally(() => {
        if (reading === mine) reading = undefined
      })
    reading = mine
    return mine
  }

  function forget(): void {
    held = undefined
    reading = undefined
  }

  return {
    async current() {
      const age = held ? Date.now() - held.madeAt : Number.POSITIVE_INFINITY
      if (freshMs === 0) return read()
      if (held && age < freshMs) return held.catalogue
      const next = reading ?? read()
      if (!held || age >= STALE_TIMES * freshMs) return next
      // Whoever waits for the next one hears of a failure.
      next.catch(() => {})
      return held.catalogue
    },
    forget,
    outdate() {
      if (!held || held.catalogue.isWhole) return forget()
      if (Date.now() - held.madeAt >= AFTER_WRITES_MS) held.madeAt = Math.min(held.madeAt, Date.now() - freshMs)
    },
  }
}

export function toCatalogue(rows: CatalogueRow[]): Catalogue {
  const memes = rows.map(({ meme }) => meme)
  const ranked = (placeOf: (row: CatalogueRow) => number | null): number[] =>
    rows
      .flatMap((row, position) => {
        const place = placeOf(row)
        return place === null ? [] : [{ position, place }]
      })
      .sort((a, b) => a.place - b.place)
      .map(({ position }) => position)
  const best = ranked((row) => row.best)
  const isWhole = best.length < CATALOGUE.best
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
