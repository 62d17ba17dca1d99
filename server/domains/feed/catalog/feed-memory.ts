import type { Deps } from '#server/platform/deps.ts'
import { type Catalogs, createCatalogs } from './catalog.ts'
import { createProfiles, type Profiles } from './profiles.ts'

/** A node's in-memory caches for feeds. */
export interface FeedMemory {
  catalogs: Catalogs
  profiles: Profiles
}

export const createFeedMemory = (deps: Pick<Deps, 'db' | 'bus' | 'caches'>): FeedMemory => ({
  catalogs: createCatalogs(deps),
  profiles: createProfiles(deps.caches),
})
