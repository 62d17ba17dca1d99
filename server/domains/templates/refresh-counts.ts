import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countMemes, lockTemplates } from './group-queries.ts'

/** Updates the counts of all templates, since days pass and memes are deleted, and removes templates without memes. */
export async function refreshTemplateCounts(deps: Pick<Deps, 'db'>): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    await countMemes(tx)
  })
}
