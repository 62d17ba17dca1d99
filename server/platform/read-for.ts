import type { Deps } from './deps.ts'
import type { Viewer } from './viewer.ts'
import { viewerKey } from './viewer-key.ts'

/**
 * Runs a read-only use case for lists or pages on the replica, if there is one and it has all of this viewer's writes. May run
 * the use case twice.
 */
export function readFor<D extends Pick<Deps, 'config' | 'db' | 'reads'>, T>(
  deps: D,
  viewer: Viewer,
  useCase: (deps: D) => Promise<T>,
): Promise<T> {
  if (!deps.reads.hasReplica) return useCase(deps)
  return deps.reads.read(viewerKey(deps.config.authSecret, viewer, new Date()), (db) => useCase({ ...deps, db }))
}
