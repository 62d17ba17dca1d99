import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'>

/** Makes the request of an endless list again that failed: that of a later page, or that of the pages shown. */
export function retryList({ isFetchNextPageError, fetchNextPage, refetch }: List): void {
  void (isFetchNextPageError ? fetchNextPage() : refetch())
}
