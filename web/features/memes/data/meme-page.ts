import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { retryList } from '../../../lib/retry-list.ts'
import { uniqueBy } from '../../../lib/unique-by.ts'
import { useLatestMemes } from './meme-overlay.ts'

/** One page of an infinite list of memes. `next` is the cursor of the following page. */
export interface MemePage<Cursor = unknown> {
  memes: readonly Meme[]
  next: Cursor | null
}

export type MemePages<Cursor = unknown> = InfiniteData<MemePage<Cursor>, Cursor | null>

/** An infinite list as screens use it. */
export interface MemeList {
  /** Memes in server order, without duplicates. */
  memes: readonly Meme[]
  isLoading: boolean
  /** Error of the first page; there is nothing to show. */
  error: unknown
  hasNext: boolean
  isLoadingMore: boolean
  /** Error of a later page; paging stops until `retry`. */
  moreError: unknown
  loadMore: () => void
  retry: () => void
}

/**
 * Combines the pages of a query into one list.
 * @param first memes to put on top, such as new uploads
 */
export function useMemeList<Cursor>(
  query: UseInfiniteQueryResult<MemePages<Cursor>>,
  first: readonly Meme[] = [],
): MemeList {
  const pages = query.data?.pages
  const memes = useLatestMemes(useMemo(() => (pages ? onTop(first, pages) : []), [pages, first]))
  const failed = query.isError && !query.isFetching
  return {
    memes,
    isLoading: !pages && !failed,
    error: failed && !pages ? query.error : null,
    hasNext: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreError: failed && pages ? query.error : null,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage()
    },
    retry: () => retryList(query),
  }
}

/** Puts new uploads on top. If a page also contains one, the page's version is used, since it is newer. */
function onTop(first: readonly Meme[], pages: readonly MemePage[]): readonly Meme[] {
  const listed = pages.flatMap(({ memes }) => laterBy(first[0]?.userId ?? null, memes))
  const byId = new Map(listed.map((meme) => [meme._id, meme]))
  return unique([...first.map((meme) => byId.get(meme._id) ?? meme), ...listed])
}

/** Moves the uploader's other memes to the end of their page, since a feed shows their new upload on top. */
export function laterBy(userId: string | null, memes: readonly Meme[]): readonly Meme[] {
  if (userId === null) return memes
  const isTheirs = (meme: Meme) => meme.userId === userId
  return [...memes.filter((meme) => !isTheirs(meme)), ...memes.filter(isTheirs)]
}

const unique = (memes: readonly Meme[]) => uniqueBy(memes, ({ _id }) => _id)
