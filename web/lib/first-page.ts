import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** When the document came, with which the answers in it were up to date. */
const loadedAt = Date.now()

/**
 * Puts the first page of a list into the cache where it needs no request, before the list looks for it: the first render then
 * shows it.
 * @param read the page as the document or its own request holds it, once; null without one
 */
export function fillFirstPage<Page>(
  queryClient: QueryClient,
  { queryKey, initialPageParam }: { queryKey: QueryKey; initialPageParam: unknown },
  read: () => Page | null,
): void {
  if (queryClient.getQueryData(queryKey)) return
  const page = read()
  if (!page) return
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [initialPageParam] }, { updatedAt: loadedAt })
}
