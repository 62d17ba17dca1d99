import type { Deps } from '#server/platform/deps.ts'
import { type Catalogues, createCatalogues } from './catalogue.ts'
import { createReaders, type Readers } from './readers.ts'

/** A node's in-memory caches for feeds. */
export interface FeedMemory {
  catalogues: Catalogues
  readers: Readers
}

export const createFeedMemory = (deps: Pick<Deps, 'db' | 'bus' | 'caches'>): FeedMemory => ({
  catalogues: createCatalogues(deps),
  readers: createReaders(deps.caches),
})
