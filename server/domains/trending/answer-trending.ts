import * as contract from '#contract/memes/trending.ts'
import { createSharedAnswers } from '#server/platform/cache/shared-answers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readFor } from '#server/platform/read-for.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { KeptCards } from '../memes/kept-cards.ts'
import {
  findTrendingPage,
  listTrendingUsers,
  type TrendingMemesInput,
  type TrendingUsersInput,
} from './list-trending.ts'
import { gainsOf } from './present.ts'

/** Maximum age of the shared answer for visitors; the lists themselves are a minute old. */
const FRESH_MS = 1000
/** Maximum number of shared answers, of some 25 kB each. */
const SHARED_MAX = 100

/**
 * Answers requests for the lists of memes and people in JSON from this node's caches: cards, and for one second the answers for
 * visitors.
 * @param freshMs TTL of the shared answers; 0 disables the cache
 */
export function createTrendingAnswers(
  deps: Pick<Deps, 'config' | 'db' | 'reads'>,
  cards: KeptCards,
  freshMs = FRESH_MS,
) {
  const shared = createSharedAnswers<string>({ freshMs, max: SHARED_MAX })
  const answer = (viewer: Viewer, key: unknown, make: (from: typeof deps) => Promise<string>) => {
    const made = () => readFor(deps, viewer, make)
    return viewer.kind === 'visitor' ? shared.of(JSON.stringify(key), made) : made()
  }

  return {
    /** Returns a page as the `listTrendingMemes` response. All visitors share the same answer. */
    memes: (viewer: Viewer, input: TrendingMemesInput): Promise<string> =>
      answer(viewer, ['memes', input], async (from) => {
        const { rows, ...rest } = await findTrendingPage(from, viewer, input)
        const rowOf = new Map(rows.map((row) => [row.meme_id, row]))
        const shown = await cards.of(from.db, viewer, [...rowOf.keys()])
        const entries = shown.flatMap(({ meme, counts, json }) => {
          const row = rowOf.get(meme._id)
          return row ? [`{"meme":${json()},${JSON.stringify(gainsOf(row, counts)).slice(1)}`] : []
        })
        return `{"success":true,"data":[${entries.join(',')}],${JSON.stringify(rest).slice(1)}`
      }),
    /** Returns a page as the `listTrendingUsers` response. */
    users: (viewer: Viewer, input: TrendingUsersInput): Promise<string> =>
      answer(viewer, ['users', input], async (from) => {
        const { users, ...rest } = await listTrendingUsers(from, viewer, input)
        const { page, limit } = input
        return JSON.stringify(
          contract.listTrendingUsers.response.parse({ success: true, data: users, page, limit, ...rest }),
        )
      }),
    /** Clears the shared answers; call it after memes or people are hidden. */
    forget: () => shared.forget(),
  }
}
