import { infiniteQueryOptions } from '@tanstack/react-query'
import { TRENDING_PAGE_SIZE } from '#contract/limits.ts'
import type { TrendingMeme, TrendingUser } from '#contract/trending.ts'
import { api } from '../../lib/api.ts'
import { refreshMemeOverlays } from '../memes/data/meme-overlay.ts'
import type { MemePage } from '../memes/data/meme-page.ts'
import { PERIOD_OF, type TimeFrame } from './time-frames.ts'

export interface TrendingMemePage extends MemePage<string> {
  entries: readonly TrendingMeme[]
}

export const trendingMemesQuery = (frame: TimeFrame) =>
  infiniteQueryOptions({
    queryKey: ['trending-memes', frame],
    initialPageParam: null as string | null,
    getNextPageParam: (page: TrendingMemePage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<TrendingMemePage> => {
      const { data, hasNext, nextCursor } = await api('GET /trending-memes', {
        query: { period: PERIOD_OF[frame], limit: TRENDING_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      })
      const memes = data.map((entry) => entry.meme)
      refreshMemeOverlays(memes)
      return { entries: data, memes, next: hasNext ? nextCursor : null }
    },
  })

/** The rank is told by the place in the list. */
export type RankedUser = Omit<TrendingUser, '_id' | 'rank'> & { rank: number }

export interface TrendingUserPage {
  entries: readonly RankedUser[]
  next: number | null
}

export const trendingUsersQuery = (frame: TimeFrame) =>
  infiniteQueryOptions({
    queryKey: ['trending-users', frame],
    initialPageParam: 1 as number | null,
    getNextPageParam: (page: TrendingUserPage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<TrendingUserPage> => {
      const page = pageParam ?? 1
      const { data, hasNext } = await api('GET /users/trending', {
        query: { timeFrame: PERIOD_OF[frame], page, limit: TRENDING_PAGE_SIZE },
        signal,
      })
      const entries = data.map((user, index) => ({ ...user, rank: (page - 1) * TRENDING_PAGE_SIZE + index + 1 }))
      return { entries, next: hasNext ? page + 1 : null }
    },
  })
