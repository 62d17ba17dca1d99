import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<UseInfiniteQueryResult, 'refetch'> &
  Partial<Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'fetchNextPage'>>

/** Makes the request of a list again that failed: that of a later page, or that of all that is shown. */
export function retryList({ isFetchNextPageError = false, fetchNextPage, refetch }: List): void {
  void (isFetchNextPageError ? fetchNextPage?.() : refetch())
}
