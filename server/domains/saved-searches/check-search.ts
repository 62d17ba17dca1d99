import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { notifyOfFound } from '../notifications/notify.ts'
import { findNewMatches } from '../search/find-new-matches.ts'
import { type DueSearch, findSearcher, insertFound, type Searcher } from './queries.ts'

export type CheckDeps = Pick<Deps, 'caches' | 'config' | 'db' | 'log' | 'meaning'>

/**
 * Age limit of the memes to check: the words in a picture are read after its upload, a meme in review appears later, and edits
 * change words. A meme counts once per search, so that a repeated check announces none twice.
 */
const LOOK_BACK_MS = 7 * 86_400_000
/** The newest matches of one check. */
const FOUND_MAX = 100
/** Maximum stored matches per search. */
const REMEMBERED_MAX = 500

/** Looks for memes that are newer than a search and new to it, and notifies its member of them. */
export async function checkSearch(deps: CheckDeps, search: DueSearch): Promise<void> {
  const searcher = await findSearcher(deps.db, search.user_id)
  if (!searcher) return
  const since = new Date(Math.max(search.created_at.getTime(), Date.now() - LOOK_BACK_MS))
  const input = { q: search.query, ...search.filters, limit: FOUND_MAX }
  const found = await findNewMatches(deps, viewerOf(search.user_id, searcher), input, since)
  if (found.length === 0) return
  await withTransaction(deps.db, async (tx) => {
    const newest = await insertFound(tx, search.id, found, REMEMBERED_MAX)
    if (newest === undefined) return
    const { id: searchId, query, filters } = search
    await notifyOfFound(tx, search.user_id, { searchId, query, filters, memeId: newest })
  })
}

/** The member, as lists filter memes for them. */
const viewerOf = (userId: string, { username, language, filters }: Searcher): Member => ({
  kind: 'member',
  language,
  address: '',
  userAgent: '',
  userId,
  username,
  sessionId: '',
  confirmedAt: new Date(0),
  contentLanguage: language,
  suspended: false,
  role: 'member',
  filters,
})
