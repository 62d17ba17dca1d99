import { infiniteQueryOptions } from '@tanstack/react-query'
import { PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import { listed } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import type { MemePage } from '../memes/data/meme-page.ts'

interface FrequentCursor {
  lastPoint: number
  lastMemeId: string
}

/** The memes that the user uses most, by any author. Refetched on each visit, since every action changes the list. */
export const frequentQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['frequent', userId],
    initialPageParam: null as FrequentCursor | null,
    getNextPageParam: (page: MemePage<FrequentCursor>) => page.next,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<FrequentCursor>> => {
      const { data, hasNext, nextCursor } = await api('GET /user/meme/frequent/{id}', {
        params: { id: userId },
        query: { limit: PERSONAL_PAGE_SIZE, ...pageParam },
        signal,
      })
      return { memes: listed(data), next: hasNext ? nextCursor : null }
    },
  })

interface AlbumCursor {
  lastId: string
  lastAddedAt: string
}

/** The user's album, last added first. Refetched on each visit, since other screens and devices change it. */
export const albumQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['album', userId],
    initialPageParam: null as AlbumCursor | null,
    getNextPageParam: (page: MemePage<AlbumCursor>) => page.next,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<AlbumCursor>> => {
      const { data, hasNext, nextCursor } = await api('GET /user/meme/album/{id}', {
        params: { id: userId },
        query: { limit: PERSONAL_PAGE_SIZE, ...pageParam },
        signal,
      })
      return { memes: listed(data), next: hasNext ? nextCursor : null }
    },
  })
