import { queryOptions } from '@tanstack/react-query'
import { api, apiPrefetched } from '../../lib/api.ts'
import { startingWith } from '../../lib/first-page.ts'

/** A hashtag with its count and related hashtags. */
export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tag', tag],
    ...startingWith(() => apiPrefetched('GET /tags/{tag}', { params: { tag } })?.data),
    queryFn: async ({ signal }) => (await api('GET /tags/{tag}', { params: { tag }, signal })).data,
  })
