import type { Deps } from '#server/platform/deps.ts'
import { createKeptCards, type KeptCards } from '../../memes/kept-cards.ts'
import { type Catalogues, createCatalogues } from './catalogue.ts'
import { createReaders, type Readers } from './readers.ts'

/** Maximum age of the shared candidates of feeds. */
export const FEED_FRESH_MS = 5000

/** A node's in-memory caches for feeds. */
export interface FeedMemory {
  catalogues: Catalogues
  readers: Readers
  cards: KeptCards
  /** Call after memes were hidden or shown again. */
  forget(): void
  /** Call after relations between memes were recomputed. */
  forgetRelated(): void
}

/**
 * @param freshMs 0 disables caching between pages
 * @param cards card cache shared with other lists
 */
export function createFeedMemory(
  deps: Pick<Deps, 'db'>,
  freshMs = FEED_FRESH_MS,
  cards = createKeptCards(),
): FeedMemory {
  const catalogues = createCatalogues(deps, freshMs)
  const readers = createReaders(freshMs === 0 ? 0 : undefined)
  return {
    catalogues,
    readers,
    cards,
    forget() {
      catalogues.forget()
      readers.forget()
    },
    forgetRelated: () => readers.forgetRelated(),
  }
}
