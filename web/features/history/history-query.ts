import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import type { MemePage, MemePages } from '../memes/data/meme-page.ts'

/** Memes that the user opened, last first. Refetched on each visit, since every opened meme changes the list. */
export const historyQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['history', userId],
    initialPageParam: null as string | null,
    getNextPageParam: (page: MemePage<string>) => page.next,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<string>> => {
      const { data, hasNext, nextCursor } = await api('GET /users/me/history', {
        query: { limit: PERSONAL_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      })
      return { memes: listed(data), next: hasNext ? nextCursor : null }
    },
  })

/** Removes one meme from the list optimistically; a server error restores it. */
export async function removeFromHistory(queryClient: QueryClient, userId: string, memeId: string): Promise<string> {
  const { queryKey } = historyQuery(userId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<MemePages<string>>(
    queryKey,
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({ ...page, memes: page.memes.filter(({ _id }) => _id !== memeId) })),
      },
  )
  try {
    return (await api('DELETE /users/me/history/{memeId}', { params: { memeId } })).message
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
