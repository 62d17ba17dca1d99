import { infiniteQueryOptions } from '@tanstack/react-query'
import { FEED_DEBOUNCE_MS, FEED_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../entities/memes.ts'
import type { Answer } from '../../lib/api.ts'
import { api, apiPrefetched } from '../../lib/api.ts'
import { createDebounce } from '../../lib/debounce.ts'
import { embeddedFirstView } from '../../lib/embedded-view.ts'
import { startingWithPage } from '../../lib/first-page.ts'
import { FIRST_MOMENT, storeResponse } from '../../lib/responses.ts'
import { currentSession } from '../../lib/session.ts'
import type { MemePage } from '../memes/data/meme-page.ts'

const debounce = createDebounce(FEED_DEBOUNCE_MS)

/** The tags that filter the feed; empty for none. */
export interface FeedFilter {
  cat: string
  cat2: string
}

export type FeedPage = MemePage<string>

/** The feed of one visit. Never refetched automatically: a reshuffled list would lose the reading position. */
export const feedQuery = ({ cat, cat2 }: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['feed', cat, cat2],
    initialPageParam: null as string | null,
    getNextPageParam: (page: FeedPage) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    ...startingWithPage(null as string | null, () => (cat ? readTagPage({ cat, cat2 }) : null)),
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      await debounce(signal)
      const query = { ...inputOf({ cat, cat2 }), cursor: pageParam ?? undefined }
      return toFeedPage(await api('GET /recommendation-feed', { query, signal }))
    },
  })

const inputOf = ({ cat, cat2 }: FeedFilter) => ({
  limit: FEED_PAGE_SIZE,
  cat: cat || undefined,
  cat2: cat2 || undefined,
})

function readTagPage(filter: FeedFilter): FeedPage | null {
  const answer = apiPrefetched('GET /recommendation-feed', { query: inputOf(filter) })
  return answer && toFeedPage(answer)
}

export function toFeedPage({ data, hasMore, nextCursor }: Answer<'GET /recommendation-feed'>): FeedPage {
  return { memes: listed(data.recommendations), next: hasMore ? nextCursor : null }
}

/**
 * Returns the first page if it needs no new request: embedded in the document for visitors, prefetched for members. Otherwise
 * null.
 */
export function readFirstPage(): FeedPage | null {
  const page = currentSession().user
    ? apiPrefetched('GET /recommendation-feed', { query: { limit: FEED_PAGE_SIZE } })
    : embeddedFirstView()?.page
  storeResponse(page, FIRST_MOMENT)
  return page?.success ? toFeedPage(page) : null
}
