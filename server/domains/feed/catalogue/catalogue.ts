import type { Deps } from '#server/platform/deps.ts'
import { CATALOGUE, type CatalogueRow, findCatalogue } from './catalogue-queries.ts'
import type { KnownMeme } from './known-meme.ts'

/** On a large site, new memes trigger a re-read at most this often. */
const AFTER_WRITES_MS = 1000
/** A catalog older than this many times `freshMs` is not served; the page waits for a new one. */
const STALE_TIMES = 6

/** The shared candidates of all feeds. The lists hold positions in `memes`. */
export interface Catalogue {
  memes: KnownMeme[]
  positions: Map<number, number>
  /** Best proven first. */
  best: number[]
  /** Newest first; all memes if `isWhole`. */
  newest: number[]
  random: number[]
  /** Whether the catalog contains all live memes of the site. */
  isWhole: boolean
}

export interface Catalogues {
  current(): Promise<Catalogue>
  /** Drops the catalog: the next page waits for a new one. */
  forget(): void
  /** Call after new memes: on a small site the next page shows them, on a large one a page soon after. */
  outdate(): void
}

/**
 * Caches the candidates that all readers share, and re-reads them in the background once they are older than `freshMs`. Fixing a
 * page checks again whether its reader may see each meme.
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
      // Requests that wait for the re-read receive its error; this one ignores it and serves the old catalog.
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
