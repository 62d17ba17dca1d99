import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { updateUser } from '../../lib/session.ts'

/** The member's current account from the server. Also updates the stored session. */
export const meQuery = (userId: string) =>
  queryOptions({
    queryKey: ['me', userId],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /users/me', { signal })
      const { _id, ...account } = data
      updateUser({ suspension: undefined, ...account })
      return data
    },
    staleTime: 0,
  })
