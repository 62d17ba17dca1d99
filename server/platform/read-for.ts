import type { Deps } from './deps.ts'
import type { Viewer } from './viewer.ts'
import { viewerKey } from './viewer-key.ts'

/**
 * Runs a use case that only reads lists or pages, on the replica of the database where there is one and it has everything that
 * this viewer has written. It may run twice.
 */
export function readFor<D extends Pick<Deps, 'config' | 'db' | 'reads'>, T>(
  deps: D,
  viewer: Viewer,
  useCase: (deps: D) => Promise<T>,
): Promise<T> {
  if (!deps.reads.hasReplica) return useCase(deps)
  return deps.reads.read(viewerKey(deps.config.authSecret, viewer, new Date()), (db) => useCase({ ...deps, db }))
}
