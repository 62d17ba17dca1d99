import type { Deps } from '#server/platform/deps.ts'
import { type Catalogues, createCatalogues } from './catalogue.ts'
import { createProfiles, type Profiles } from './profiles.ts'

/** A node's in-memory caches for feeds. */
export interface FeedMemory {
  catalogues: Catalogues
  profiles: Profiles
}

export const createFeedMemory = (deps: Pick<Deps, 'db' | 'bus' | 'caches'>): FeedMemory => ({
  catalogues: createCatalogues(deps),
  profiles: createProfiles(deps.caches),
})
