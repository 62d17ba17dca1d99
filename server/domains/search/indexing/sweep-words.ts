import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deleteWords, findStaleWords, findUnused, forgetStale, lockVocabulary } from './vocabulary-queries.ts'

const BATCH = 200

/**
 * Removes unused words from the vocabulary. Finds candidates without a lock, then blocks uploads and rechecks the candidates,
 * because one may be in use again.
 */
export async function sweepWords(deps: Pick<Deps, 'db'>): Promise<void> {
  let after = '0'
  for (;;) {
    const stale = await findStaleWords(deps.db, after, BATCH)
    const last = stale.at(-1)?.id
    if (last === undefined) return
    const unused = await findUnused(deps.db, [...new Set(stale.map(({ word }) => word))])
    await withTransaction(deps.db, async (tx) => {
      if (unused.length > 0) {
        await lockVocabulary(tx)
        await deleteWords(tx, await findUnused(tx, unused))
      }
      await forgetStale(
        tx,
        stale.map(({ id }) => id),
      )
    })
    after = last
  }
}
