import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '../../lib/session.ts'
import { feedQuery, readEmbeddedFirstPage } from './feed-query.ts'
import { recallLists } from './remembered-lists.ts'

let recalled = false

/** Once a page load: fills the lists that need no request, from before a reload or from the document itself. */
export function recallFeed(queryClient: QueryClient): void {
  if (recalled) return
  recalled = true
  recallLists(queryClient)
  const { queryKey } = feedQuery({ cat: '', cat2: '' })
  // The document carries the page that every visitor gets; a member's own is asked for.
  if (currentSession().user || queryClient.getQueryData(queryKey)) return
  const page = readEmbeddedFirstPage()
  if (page) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] })
}
