import type { QueryClient } from '@tanstack/react-query'
import { feedQuery, readFirstPage } from './feed-query.ts'
import { recallLists } from './remembered-lists.ts'

let recalled = false

/** Once a page load: fills the lists that need no request, from before a reload or from the document itself. */
export function recallFeed(queryClient: QueryClient): void {
  if (recalled) return
  recalled = true
  recallLists(queryClient)
  const { queryKey } = feedQuery({ cat: '', cat2: '' })
  if (queryClient.getQueryData(queryKey)) return
  const page = readFirstPage()
  if (page) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
}
