import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A hashtag with its count and related hashtags. */
export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tag', tag],
    queryFn: async ({ signal }) => (await api('GET /tags/{tag}', { params: { tag }, signal })).data,
  })
