import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../lib/api.ts'

type ReportsPage = Answer<'GET /moderation/reports'>
type QueuePage = Answer<'GET /moderation/queue'>
type AppealsPage = Answer<'GET /moderation/appeals'>
type LogPage = Answer<'GET /moderation/log'>
export type ReportedMeme = ReportsPage['data'][number]
export type DeskPerson = AppealsPage['data'][number]['user']
/** An item on the moderation desk: a reported meme, or one in review. */
export type DeskMeme = ReportedMeme | QueuePage['data'][number]

const KEY = 'desk'
const paged = { initialPageParam: '', staleTime: 0 } as const
const cursorOf = (page: { nextCursor: string | null }) => page.nextCursor
const from = (cursor: string) => (cursor ? { cursor } : {})

interface DeskPage {
  data: DeskMeme[]
  nextCursor: string | null
}

export const deskQuery = (list: 'reports' | 'queue') =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [KEY, list],
    queryFn: ({ pageParam, signal }): Promise<DeskPage> =>
      list === 'reports'
        ? api('GET /moderation/reports', { query: from(pageParam), signal })
        : api('GET /moderation/queue', { query: from(pageParam), signal }),
    getNextPageParam: cursorOf,
  })

export const appealsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: [KEY, 'appeals'],
  queryFn: ({ pageParam, signal }): Promise<AppealsPage> =>
    api('GET /moderation/appeals', { query: from(pageParam), signal }),
  getNextPageParam: cursorOf,
})

export const wordsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: [KEY, 'words'],
  queryFn: ({ pageParam, signal }) => api('GET /moderation/words', { query: from(pageParam), signal }),
  getNextPageParam: cursorOf,
})

export interface LogFilter {
  memeId?: string
  userId?: string
}

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [KEY, 'log', filter],
    queryFn: ({ pageParam, signal }): Promise<LogPage> =>
      api('GET /moderation/log', { query: { ...filter, ...from(pageParam) }, signal }),
    getNextPageParam: cursorOf,
  })

/**
 * Removes decided items from a list at once; the next page still comes from the server. Cancels pending fetches, since their
 * pages would bring the items back.
 */
export async function dropItems(
  client: QueryClient,
  list: 'reports' | 'queue' | 'appeals' | 'words',
  ids: readonly string[],
): Promise<void> {
  const queryKey = [KEY, list]
  const state = client.getQueryState(queryKey)
  const isRefreshing = state?.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore
  await client.cancelQueries({ queryKey })
  client.setQueryData<InfiniteData<{ data: { _id: string }[] }>>(
    queryKey,
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => !ids.includes(_id)) })),
      },
  )
  if (isRefreshing) void client.invalidateQueries({ queryKey })
}

/** Refetches the desk after a decision was undone or another moderator decided. */
export const refreshDesk = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [KEY] })
