import type { QueryClient } from '@tanstack/react-query'
import type { Meme } from '#contract/memes.ts'
import { setMemeOverlay } from './meme-overlay.ts'
import type { MemePages } from './meme-page.ts'
import { memeQuery } from './meme-query.ts'

/** Replaces an edited meme in every cached list. */
export function replaceMeme(queryClient: QueryClient, meme: Meme): void {
  setMemeOverlay(meme._id, meme)
  queryClient.setQueryData(memeQuery(meme._id).queryKey, meme)
  queryClient.setQueriesData<unknown>({ predicate: ({ state }) => isPages(state.data) }, (data: unknown) =>
    isPages(data) ? withMeme(data, meme) : data,
  )
}

const isPages = (data: unknown): data is MemePages =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.every((page: unknown) => typeof page === 'object' && page !== null && 'memes' in page)

/** Returns the same object if the meme is not in it, to avoid re-rendering. */
export function withMeme(data: MemePages, meme: Meme): MemePages {
  if (!data.pages.some(({ memes }) => memes.some(({ _id }) => _id === meme._id))) return data
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      memes: page.memes.map((old) => (old._id === meme._id ? { ...old, ...meme } : old)),
    })),
  }
}
