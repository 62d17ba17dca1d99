import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { updateUser } from '../../lib/session.ts'

/** The own account as the server has it now; the stored copy is brought up to date on the way. */
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
