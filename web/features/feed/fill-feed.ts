import type { QueryClient } from '@tanstack/react-query'
import { feedQuery, readFirstPage } from './feed-query.ts'

let isFilled = false

/** Once a page load: the first page of the feed where it needs no request, as the document holds it or has fetched it already. */
export function fillFeed(queryClient: QueryClient): void {
  if (isFilled) return
  isFilled = true
  const { queryKey } = feedQuery({ cat: '', cat2: '' })
  if (queryClient.getQueryData(queryKey)) return
  const page = readFirstPage()
  if (page) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
}
