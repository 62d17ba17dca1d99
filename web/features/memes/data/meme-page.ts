import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListedMeme, type MemeInList, serverMeme, useMemes } from '../../../entities/memes.ts'
import { retryList } from '../../../lib/retry-list.ts'
import { uniqueBy } from '../../../lib/unique-by.ts'

/** One page of an infinite list of memes, as ids. `next` is the cursor of the following page. */
export interface MemePage<Cursor = unknown> {
  memes: readonly ListedMeme[]
  next: Cursor | null
}

export type MemePages<Cursor = unknown> = InfiniteData<MemePage<Cursor>, Cursor | null>

/** An infinite list as screens use it. */
export interface MemeList {
  /** Memes in server order, without duplicates. */
  memes: readonly MemeInList[]
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
 * @param isHome whether to leave out what the member is not interested in
 */
export function useMemeList<Cursor>(
  query: UseInfiniteQueryResult<MemePages<Cursor>>,
  first: readonly ListedMeme[] = NONE,
  isHome = false,
): MemeList {
  const pages = query.data?.pages
  const entries = useMemo(() => (pages ? onTop(first, pages) : NONE), [pages, first])
  const memes = useMemes(entries, isHome)
  const failed = query.isError && !query.isFetching
  // When the member changes, the store is emptied before the query reads the list again.
  const isForgotten = memes.length === 0 && entries.some((entry) => !serverMeme(entry))
  return {
    memes,
    isLoading: (!pages && !failed) || isForgotten,
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

const NONE: readonly ListedMeme[] = []

/** Puts new uploads on top. */
function onTop(first: readonly ListedMeme[], pages: readonly MemePage[]): readonly ListedMeme[] {
  const uploader = first[0] && serverMeme(first[0])?.userId
  return uniqueBy([...first, ...pages.flatMap(({ memes }) => laterBy(uploader, memes))], ({ _id }) => _id)
}

/** Moves the uploader's other memes to the end of their page, since a feed shows their new upload on top. */
export function laterBy(userId: string | null | undefined, memes: readonly ListedMeme[]): readonly ListedMeme[] {
  if (!userId) return memes
  const isTheirs = (meme: ListedMeme) => serverMeme(meme)?.userId === userId
  return [...memes.filter((meme) => !isTheirs(meme)), ...memes.filter(isTheirs)]
}
