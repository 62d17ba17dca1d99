import type { QueryClient } from '@tanstack/react-query'
import { restoreLists } from '../memes/scroll/saved-lists.ts'
import { feedQuery, readFirstPage } from './feed-query.ts'

let restored = false

/** Once a page load: fills the lists that need no request, from before a reload or from the document itself. */
export function restoreFeed(queryClient: QueryClient): void {
  if (restored) return
  restored = true
  restoreLists(queryClient)
  const { queryKey } = feedQuery({ cat: '', cat2: '' })
  if (queryClient.getQueryData(queryKey)) return
  const page = readFirstPage()
  if (page) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
}
