import * as contract from '#contract/memes/trending.ts'
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

/**
 * Answers requests for the lists of memes and people in JSON, from this node's cached cards.
 */
export function createTrendingAnswers(deps: Pick<Deps, 'config' | 'db' | 'reads'>, cards: KeptCards) {
  return {
    /** Returns a page as the `listTrendingMemes` response. */
    memes: (viewer: Viewer, input: TrendingMemesInput): Promise<string> =>
      readFor(deps, viewer, async (from) => {
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
      readFor(deps, viewer, async (from) => {
        const { users, ...rest } = await listTrendingUsers(from, viewer, input)
        const { page, limit } = input
        return JSON.stringify(
          contract.listTrendingUsers.response.parse({ success: true, data: users, page, limit, ...rest }),
        )
      }),
  }
}
