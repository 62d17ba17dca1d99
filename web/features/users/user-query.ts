import { queryOptions } from '@tanstack/react-query'
import type { UserCard } from '#contract/people/users.ts'
import { api } from '../../lib/api.ts'

const STALE_AFTER_MS = 60_000

/** A public profile. Fails with an ApiError: 404 user.notFound for an unknown or former name. */
export const userQuery = (idOrName: string) =>
  queryOptions({
    queryKey: ['user', idOrName],
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ signal }): Promise<UserCard> => {
      const { data } = await api('GET /users/{id}', { params: { id: idOrName }, signal })
      return data
    },
  })
