import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Meme } from '#contract/memes.ts'
import { retryList } from '../../../lib/retry-list.ts'
import { useLatestMemes } from './meme-overlay.ts'

/** One page of any endless list of memes; `next` asks for the page after it. */
export interface MemePage<Cursor = unknown> {
  memes: readonly Meme[]
  next: Cursor | null
}

export type MemePages<Cursor = unknown> = InfiniteData<MemePage<Cursor>, Cursor | null>

/** An endless list as screens see it. */
export interface MemeList {
  /** Each meme once, in the order of the server. */
  memes: readonly Meme[]
  isLoading: boolean
  /** The first page failed; there is nothing to show. */
  error: unknown
  hasNext: boolean
  isLoadingMore: boolean
  /** A later page failed; paging stops until `retry`. */
  moreError: unknown
  loadMore: () => void
  retry: () => void
}

/**
 * The pages of a list as one list.
 * @param first memes that go on top, such as those just uploaded
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

/** Those just uploaded are older than what a page says of them. */
function onTop(first: readonly Meme[], pages: readonly MemePage[]): readonly Meme[] {
  const listed = pages.flatMap(({ memes }) => laterBy(first[0]?.userId ?? null, memes))
  const byId = new Map(listed.map((meme) => [meme._id, meme]))
  return unique([...first.map((meme) => byId.get(meme._id) ?? meme), ...listed])
}

/** Below a new upload on top of a feed, the uploader's others wait for the end of their page. */
export function laterBy(userId: string | null, memes: readonly Meme[]): readonly Meme[] {
  if (userId === null) return memes
  const isTheirs = (meme: Meme) => meme.userId === userId
  return [...memes.filter((meme) => !isTheirs(meme)), ...memes.filter(isTheirs)]
}

/** A feed changes while being paged; duplicates keep their first position. */
export function unique(memes: readonly Meme[]): readonly Meme[] {
  const seen = new Set<string>()
  return memes.filter(({ _id }) => !seen.has(_id) && seen.add(_id))
}
