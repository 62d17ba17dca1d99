import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { TRENDING_PAGE_SIZE } from '#contract/limits.ts'
import { PERIOD_OF, type TimeFrame } from '#contract/memes/time-frames.ts'
import type { TrendingMeme, TrendingUser } from '#contract/memes/trending.ts'
import { type ListedMeme, listed } from '../../entities/memes.ts'
import { type Answer, api, apiPrefetched } from '../../lib/api.ts'
import { fillFirstPage } from '../../lib/first-page.ts'
import type { MemePage } from '../memes/data/meme-page.ts'

/** A rank with its gains; the meme itself is in the store. */
export type RankedMeme = Omit<TrendingMeme, 'meme'> & { meme: ListedMeme }

export interface TrendingMemePage extends MemePage<string> {
  entries: readonly RankedMeme[]
}

export const trendingMemesQuery = (frame: TimeFrame) =>
  infiniteQueryOptions({
    queryKey: ['trending-memes', frame],
    initialPageParam: null as string | null,
    getNextPageParam: (page: TrendingMemePage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<TrendingMemePage> => {
      const query = { ...trendingMemesInput(frame), cursor: pageParam ?? undefined }
      return toMemePage(await api('GET /trending-memes', { query, signal }))
    },
  })

const trendingMemesInput = (frame: TimeFrame) => ({ period: PERIOD_OF[frame], limit: TRENDING_PAGE_SIZE })

function toMemePage({ data, hasNext, nextCursor }: Answer<'GET /trending-memes'>): TrendingMemePage {
  const memes = listed(data.map((entry) => entry.meme))
  const entries = data.map((entry) => ({ ...entry, meme: { _id: entry.meme._id } }))
  return { entries, memes, next: hasNext ? nextCursor : null }
}

export const fillTrendingMemes = (queryClient: QueryClient, frame: TimeFrame) =>
  fillFirstPage(queryClient, trendingMemesQuery(frame), () => {
    const answer = apiPrefetched('GET /trending-memes', { query: trendingMemesInput(frame) })
    return answer && toMemePage(answer)
  })

/** `rank` is the position in the list. */
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
      return toUserPage(await api('GET /users/trending', { query: trendingUsersInput(frame, page), signal }), page)
    },
  })

const trendingUsersInput = (frame: TimeFrame, page: number) => ({
  timeFrame: PERIOD_OF[frame],
  page,
  limit: TRENDING_PAGE_SIZE,
})

function toUserPage({ data, hasNext }: Answer<'GET /users/trending'>, page: number): TrendingUserPage {
  const entries = data.map((user, index) => ({ ...user, rank: (page - 1) * TRENDING_PAGE_SIZE + index + 1 }))
  return { entries, next: hasNext ? page + 1 : null }
}

export const fillTrendingUsers = (queryClient: QueryClient, frame: TimeFrame) =>
  fillFirstPage(queryClient, trendingUsersQuery(frame), () => {
    const answer = apiPrefetched('GET /users/trending', { query: trendingUsersInput(frame, 1) })
    return answer && toUserPage(answer, 1)
  })
