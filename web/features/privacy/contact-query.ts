import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The operator's contact address. */
export const contactQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: async ({ signal }) => (await api('GET /config', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  select: ({ contactEmail }) => contactEmail,
})
