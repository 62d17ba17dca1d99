import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { retryList } from '../lib/retry-list.ts'
import { ErrorState } from './states.tsx'

type List = Pick<UseQueryResult, 'isError' | 'error' | 'data' | 'isFetching' | 'refetch'> &
  Partial<Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'fetchNextPage'>>

interface ListFailureProps {
  query: List
  title?: string
}

/** Replaces a list that failed to load, or is shown below one after its last request failed. Offers a retry. */
export function ListFailure({ query, title }: ListFailureProps) {
  if (!query.isError) return null
  return (
    <ErrorState
      error={query.error}
      {...(title && { title })}
      onRetry={() => retryList(query)}
      retrying={query.isFetching}
    />
  )
}
