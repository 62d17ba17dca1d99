import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../entities/memes.ts'
import { api, apiPrefetched } from '../../lib/api.ts'
import { startingWith } from '../../lib/first-page.ts'
import type { MemePage } from '../memes/data/meme-page.ts'

/** A user's albums that the viewer may see. With a meme, the viewer's own albums also state whether they contain it. */
export const albumsQuery = (userId: string, memeId?: string) =>
  queryOptions({
    queryKey: ['albums', userId, memeId ?? ''],
    staleTime: 0,
    ...startingWith(() => apiPrefetched('GET /users/{id}/albums', { params: { id: userId }, query: { memeId } })?.data),
    queryFn: async ({ signal }) =>
      (await api('GET /users/{id}/albums', { params: { id: userId }, query: { memeId }, signal })).data,
  })

export const namedAlbumQuery = (id: string) =>
  queryOptions({
    queryKey: ['named-album', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api('GET /albums/{id}', { params: { id }, signal })).data,
  })

export const albumMemesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['album-memes', id],
    initialPageParam: null as string | null,
    getNextPageParam: (page: MemePage<string>) => page.next,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<string>> => {
      const { data, hasNext, nextCursor } = await api('GET /albums/{id}/memes', {
        params: { id },
        query: { limit: PERSONAL_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      })
      return { memes: listed(data), next: hasNext ? nextCursor : null }
    },
  })

/** Invalidates all queries that show albums. */
export const refreshAlbums = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ['albums', 'named-album', 'album-memes'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
