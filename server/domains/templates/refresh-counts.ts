import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countMemes, lockTemplates } from './group-queries.ts'

/** Brings the counts of all templates up to date, since days pass and memes go, and removes templates without any. */
export async function refreshTemplateCounts(deps: Pick<Deps, 'db'>): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    await countMemes(tx)
  })
}
