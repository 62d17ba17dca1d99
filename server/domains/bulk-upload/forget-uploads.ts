import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { removeStaged } from './receive-files.ts'
import { findStagedOf } from './staged-queries.ts'

/**
 * Part of account deletion: removes received files that were not processed yet, along with their rows. The sweep removes
 * leftovers of a crash.
 */
export function uploadForgetter(deps: Pick<Deps, 'db' | 'uploadStore'>) {
  const left = new Map<string, string[]>()
  return {
    /** Records the files before their rows are deleted. */
    async note(tx: Tx, userId: string): Promise<void> {
      left.set(userId, await findStagedOf(tx, userId))
    },
    /** Removes the files after their rows are deleted. */
    async remove(userId: string): Promise<void> {
      const names = left.get(userId) ?? []
      left.delete(userId)
      await removeStaged(deps, names)
    },
  }
}
