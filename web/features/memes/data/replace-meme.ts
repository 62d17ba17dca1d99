import type { QueryClient } from '@tanstack/react-query'
import type { Meme } from '#contract/memes.ts'
import { setMemeOverlay } from './meme-overlay.ts'
import type { MemePages } from './meme-page.ts'
import { memeQuery } from './meme-query.ts'

/** Puts an edited meme in the place of the old one in every list that is held, wherever that list came from. */
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

/** The same object where the meme is in none of its pages, so that lists without it are not drawn again. */
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
