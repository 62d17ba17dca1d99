import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const SECOND_FACTOR_KEY = ['second-factor'] as const

export const secondFactorQuery = queryOptions({
  queryKey: SECOND_FACTOR_KEY,
  queryFn: async ({ signal }) => (await api('GET /users/me/second-factor', { signal })).data,
  staleTime: 0,
})
