import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Load time of the document, used as the age of its embedded responses. */
const loadedAt = Date.now()

/**
 * Puts the first page of a list into the cache if it needs no request. Runs before the list queries it, so that the first render
 * shows it.
 * @param read returns the embedded or prefetched page, once; null without one
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

/** Options with which a query starts with a response that needs no request. */
export const startingWith = <T>(read: () => T | null | undefined) => ({
  initialData: () => read() ?? undefined,
  initialDataUpdatedAt: loadedAt,
})

/** The same for the first page of a list. */
export const startingWithPage = <Page, Cursor>(initialPageParam: Cursor, read: () => Page | null | undefined) =>
  startingWith(() => {
    const page = read()
    return page && { pages: [page], pageParams: [initialPageParam] }
  })
