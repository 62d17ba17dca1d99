import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { ListFailure } from './list-failure.tsx'

interface ListEndProps extends ComponentProps<typeof ListFailure> {
  query: UseInfiniteQueryResult
  /** The text of the button for the next page. */
  more: string
  wide?: boolean
}

/** Ends a list of pages: with the failure of its last request, and a button for the next page. */
export function ListEnd({ query, more, wide, ...failure }: ListEndProps) {
  return (
    <>
      <ListFailure query={query} {...failure} />
      {query.hasNextPage && (
        <Button
          variant="secondary"
          {...(wide && { wide })}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  )
}
