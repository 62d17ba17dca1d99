import { queryOptions } from '@tanstack/react-query'
import type { Meme } from '#contract/memes.ts'
import { api } from '../../../lib/api.ts'
import { embeddedFirstView } from '../../../lib/embedded-view.ts'
import { currentSession } from '../../../lib/session.ts'

/**
 * One meme. A failure is an ApiError: 404 meme.notFound, 410 meme.removed, 400 for an id that is none.
 * @param known the meme as a list showed it, drawn until the answer comes
 */
export const memeQuery = (id: string, known?: Meme) =>
  queryOptions({
    queryKey: ['meme', id],
    queryFn: async ({ signal }): Promise<Meme> => {
      const { data } = await api('GET /meme/{id}', { params: { id }, signal })
      return data
    },
    ...seedOf(id, known),
  })

/** When the document came, with which the embedded meme was up to date. */
const loadedAt = Date.now()

/** A visitor needs no request for the meme in the document; a member needs one for what is their own about it. */
function seedOf(id: string, known: Meme | undefined) {
  const meme = embeddedFirstView()?.meme
  const embedded = meme?._id === id ? meme : undefined
  if (embedded && !currentSession().user) return { initialData: embedded, initialDataUpdatedAt: loadedAt }
  const placeholderData = known ?? embedded
  return placeholderData ? { placeholderData } : {}
}
