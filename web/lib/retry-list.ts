import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<UseInfiniteQueryResult, 'refetch'> &
  Partial<Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'fetchNextPage'>>

/** Retries a list's failed request: the next page, or a refetch of all loaded pages. */
export function retryList({ isFetchNextPageError = false, fetchNextPage, refetch }: List): void {
  void (isFetchNextPageError ? fetchNextPage?.() : refetch())
}
