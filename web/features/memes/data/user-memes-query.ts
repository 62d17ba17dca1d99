import { infiniteQueryOptions } from '@tanstack/react-query'
import { FEED_DEBOUNCE_MS, PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../../entities/memes.ts'
import { type Answer, api, apiPrefetched } from '../../../lib/api.ts'
import { createDebounce } from '../../../lib/debounce.ts'
import { startingWithPage } from '../../../lib/first-page.ts'
import type { MemePage } from './meme-page.ts'

/** A removed meme of the member. It has no picture, so it is not in the list of memes. */
export interface RemovedMeme {
  _id: string
  name: string
  reason: string
  canAppeal: boolean
}

interface UserMemesPage extends MemePage<Cursor> {
  removed: readonly RemovedMeme[]
}

const debounce = createDebounce(FEED_DEBOUNCE_MS)

/** Sort orders of uploads, by their name in the URL, with the server's parameters. */
const ORDERS = {
  newest: { sortBy: 'createdAt', sortOrder: 'desc' },
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  views: { sortBy: 'viewCount', sortOrder: 'desc' },
  likes: { sortBy: 'likeCount', sortOrder: 'desc' },
  copies: { sortBy: 'copyCount', sortOrder: 'desc' },
} as const

export type OwnSort = keyof typeof ORDERS
export const OWN_SORTS = Object.keys(ORDERS) as readonly OwnSort[]

interface Cursor {
  lastId: string
  lastCreatedAt: string
  lastValue?: number | undefined
}

interface UserMemesFilter {
  sort?: OwnSort
  /** Words to find in name, description, tags or picture; empty for all. */
  search?: string
}

/** A person's uploads, newest first by default. */
export const userMemesQuery = (username: string, { sort = 'newest', search = '' }: UserMemesFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['user-memes', username, sort, search],
    initialPageParam: null as Cursor | null,
    ...startingWithPage(null as Cursor | null, () => {
      const answer = apiPrefetched('GET /meme/user/{id}', inputOf(username, { sort, search }))
      return answer && toUserMemesPage(answer)
    }),
    getNextPageParam: (page: UserMemesPage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<UserMemesPage> => {
      await debounce(signal)
      const { params, query } = inputOf(username, { sort, search })
      return toUserMemesPage(await api('GET /meme/user/{id}', { params, query: { ...query, ...pageParam }, signal }))
    },
  })

const inputOf = (username: string, { sort, search }: Required<UserMemesFilter>) => ({
  params: { id: username },
  query: { limit: PERSONAL_PAGE_SIZE, ...ORDERS[sort], search: search || undefined },
})

function toUserMemesPage({ data, hasNext, nextCursor }: Answer<'GET /meme/user/{id}'>): UserMemesPage {
  const removed = data.flatMap(({ _id, name, status, reason = '', canAppeal = false }) =>
    status === 'removed' ? [{ _id, name, reason, canAppeal }] : [],
  )
  const live = data.flatMap(({ reason: _, ...meme }) => (meme.status === 'removed' ? [] : [meme]))
  return { memes: listed(live), removed, next: hasNext ? nextCursor : null }
}
