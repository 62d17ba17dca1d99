import { infiniteQueryOptions } from '@tanstack/react-query'
import { FEED_DEBOUNCE_MS, FEED_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { createDebounce } from '../../lib/debounce.ts'
import type { MemePage } from '../memes/data/meme-page.ts'
import type { FeedFilter } from './feed-query.ts'
import type { ListByTime } from './home-tab.ts'

const debounce = createDebounce(FEED_DEBOUNCE_MS)

/** Memes newest first: all, or only those of followed users. */
export const byTimeQuery = (list: ListByTime, { cat, cat2 }: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['feed-by-time', list, cat, cat2],
    initialPageParam: null as string | null,
    getNextPageParam: (page: MemePage<string>) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<string>> => {
      await debounce(signal)
      const { data, hasNext, nextCursor } = await api(list === 'new' ? 'GET /feed/new' : 'GET /feed/following', {
        query: {
          limit: FEED_PAGE_SIZE,
          cursor: pageParam ?? undefined,
          cat: cat || undefined,
          cat2: cat2 || undefined,
        },
        signal,
      })
      return { memes: listed(data), next: hasNext ? nextCursor : null }
    },
  })
