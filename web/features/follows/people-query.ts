import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FOLLOW_ACCOUNT_PAGE_SIZE, FOLLOW_MODAL_PAGE_SIZE } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'

export type ListKind = 'followers' | 'following'
type PageSize = typeof FOLLOW_ACCOUNT_PAGE_SIZE | typeof FOLLOW_MODAL_PAGE_SIZE

/** The usernames of a person's followers, or of the people they follow. */
export const peopleQuery = (idOrName: string, kind: ListKind, limit: PageSize) =>
  infiniteQueryOptions({
    queryKey: ['follows', idOrName, kind, limit],
    queryFn: async ({ pageParam, signal }) => {
      const options = {
        params: { id: idOrName },
        query: { limit, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }
      const { data, nextCursor } =
        kind === 'followers'
          ? await api('GET /users/{id}/followers', options)
          : await api('GET /users/{id}/following', options)
      return { usernames: data.map(({ username }) => username), nextCursor }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Actions elsewhere change the following list.
    staleTime: 0,
  })
