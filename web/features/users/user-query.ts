import { queryOptions } from '@tanstack/react-query'
import type { UserCard } from '#contract/people/users.ts'
import { api, apiPrefetched } from '../../lib/api.ts'
import { startingWith } from '../../lib/first-page.ts'

const STALE_AFTER_MS = 60_000

/** A public profile. Fails with an ApiError: 404 user.notFound for an unknown or former name. */
export const userQuery = (idOrName: string) =>
  queryOptions({
    queryKey: ['user', idOrName],
    staleTime: STALE_AFTER_MS,
    ...startingWith(() => apiPrefetched('GET /users/{id}', { params: { id: idOrName } })?.data),
    queryFn: async ({ signal }): Promise<UserCard> => {
      const { data } = await api('GET /users/{id}', { params: { id: idOrName }, signal })
      return data
    },
  })
