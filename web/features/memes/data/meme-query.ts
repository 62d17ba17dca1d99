import { queryOptions } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { api } from '../../../lib/api.ts'
import { embeddedFirstView } from '../../../lib/embedded-view.ts'
import { currentSession } from '../../../lib/session.ts'

/**
 * One meme. Fails with an ApiError: 404 meme.notFound, 410 meme.removed, or 400 for an invalid id.
 * @param known the meme's data from a list, rendered until the response arrives
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

/** Load time of the document, used as the age of the embedded meme. */
const loadedAt = Date.now()

/** Visitors use the meme embedded in the document without a request. Members need a request for their own reactions. */
function seedOf(id: string, known: Meme | undefined) {
  const meme = embeddedFirstView()?.meme
  const embedded = meme?._id === id ? meme : undefined
  if (embedded && !currentSession().user) return { initialData: embedded, initialDataUpdatedAt: loadedAt }
  const placeholderData = known ?? embedded
  return placeholderData ? { placeholderData } : {}
}
