import type { Deps } from '#server/platform/deps.ts'
import { createKeptCards, type KeptCards } from '../../memes/kept-cards.ts'
import { type Catalogues, createCatalogues } from './catalogue.ts'
import { createReaders, type Readers } from './readers.ts'

/** How old the shared candidates of feeds may be. */
export const FEED_FRESH_MS = 5000

/** What a node keeps in memory for its feeds. */
export interface FeedMemory {
  catalogues: Catalogues
  readers: Readers
  cards: KeptCards
  /** After memes were hidden or shown again. */
  forget(): void
  /** After relations between memes were computed anew. */
  forgetRelated(): void
}

/**
 * @param freshMs 0: nothing is kept from one page to the next
 * @param cards shared with other lists
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
