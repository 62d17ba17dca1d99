import type { QueryClient } from '@tanstack/react-query'
import { feedQuery, readFirstPage } from './feed-query.ts'

let isFilled = false

/** Puts the first page of the feed into the cache, if the document embeds or has prefetched it. Runs once per page load. */
export function fillFeed(queryClient: QueryClient): void {
  if (isFilled) return
  isFilled = true
  const { queryKey } = feedQuery({ cat: '', cat2: '' })
  if (queryClient.getQueryData(queryKey)) return
  const page = readFirstPage()
  if (page) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
}
