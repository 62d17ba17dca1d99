import { SAVED_SEARCHES_MAX } from '#contract/limits.ts'
import type { SavedFilters, SavedSearch } from '#contract/memes/saved-searches.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { forgetSearchNotices } from '../notifications/notify.ts'
import { findSavedSearches, insertSavedSearch, removeSavedSearch, type SavedSearchRow } from './queries.ts'

const present = ({ id, query, filters, created_at }: SavedSearchRow): SavedSearch => ({
  _id: id,
  q: query,
  ...filters,
  createdAt: created_at.toISOString(),
})

export const listSavedSearches = async (deps: Pick<Deps, 'db'>, { userId }: Member): Promise<SavedSearch[]> =>
  (await findSavedSearches(deps.db, userId)).map(present)

/** Idempotent. Throws savedSearch.tooMany. */
export async function saveSearch(
  deps: Pick<Deps, 'db'>,
  { userId }: Member,
  { q, ...given }: { q: string } & SavedFilters,
): Promise<SavedSearch> {
  const filters = withoutDefaults(given)
  const saved = await withTransaction(deps.db, (tx) =>
    insertSavedSearch(tx, { id: newId(), userId, query: q, filters }, SAVED_SEARCHES_MAX),
  )
  if (!saved) throw new AppError('savedSearch.tooMany')
  return present(saved)
}

/** Returns the filters that are set, so that equal searches have equal filters. */
function withoutDefaults({ animated, language, sort, translate, user }: SavedFilters): SavedFilters {
  return {
    ...(animated !== undefined && { animated }),
    ...(user && { user }),
    ...(sort === 'newest' && { sort }),
    ...(language !== undefined && { language }),
    ...(translate === 'off' && { translate }),
  }
}

/** Throws savedSearch.notFound. */
export async function deleteSavedSearch(deps: Pick<Deps, 'db'>, { userId }: Member, id: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await removeSavedSearch(tx, userId, id))) throw new AppError('savedSearch.notFound')
    await forgetSearchNotices(tx, id)
  })
}
