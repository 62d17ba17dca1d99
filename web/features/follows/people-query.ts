import { infiniteQueryOptions } from '@tanstack/react-query'
import { FOLLOW_MODAL_PAGE_SIZE } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import type { ListKind } from './state.ts'

/** A person's followers or the people they follow, for the modal. */
export const peopleQuery = (username: string, kind: ListKind) =>
  infiniteQueryOptions({
    queryKey: ['follows', username, kind],
    queryFn: ({ pageParam, signal }) => {
      const options = {
        params: { id: username },
        query: { limit: FOLLOW_MODAL_PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }
      return kind === 'followers'
        ? api('GET /users/{id}/followers', options)
        : api('GET /users/{id}/following', options)
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Actions elsewhere change the following list.
    staleTime: 0,
  })
