import { queryOptions } from '@tanstack/react-query'
import type { Meme } from '#contract/memes.ts'
import { api } from '../../../lib/api.ts'
import { setMemeOverlay } from './meme-overlay.ts'

/**
 * One meme. A failure is an ApiError: 404 meme.notFound, 410 meme.removed, 400 for an id that is none.
 * @param known the meme as a list showed it, drawn until the answer comes
 */
export const memeQuery = (id: string, known?: Meme) =>
  queryOptions({
    queryKey: ['meme', id],
    queryFn: async ({ signal }): Promise<Meme> => {
      const { data } = await api('GET /meme/{id}', { params: { id }, signal })
      setMemeOverlay(id, data)
      return data
    },
    ...(known ? { placeholderData: known } : {}),
  })
