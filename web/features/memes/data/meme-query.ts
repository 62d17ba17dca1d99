import { queryOptions } from '@tanstack/react-query'
import { type ListedMeme, serverMeme } from '../../../entities/memes.ts'
import { FIRST_MOMENT, storeResponse } from '../../../lib/responses.ts'
import { api } from '../../../lib/api.ts'
import { embeddedFirstView } from '../../../lib/embedded-view.ts'
import { currentSession } from '../../../lib/session.ts'

/**
 * Reads one meme into the store. Fails with an ApiError: 404 meme.notFound, 410 meme.removed, or 400 for an invalid id.
 * @param known the meme as a list has it, rendered until the response arrives
 */
export const memeQuery = (id: string, known?: ListedMeme) =>
  queryOptions({
    queryKey: ['meme', id],
    queryFn: async ({ signal }): Promise<ListedMeme> => {
      const { data } = await api('GET /meme/{id}', { params: { id }, signal })
      return { _id: data._id }
    },
    ...seedOf(id, known),
  })

/** Load time of the document, used as the age of the embedded meme. */
const loadedAt = Date.now()

/** Visitors use the meme embedded in the document without a request. Members need a request for their own reactions. */
function seedOf(id: string, known: ListedMeme | undefined) {
  const meme = embeddedFirstView()?.meme
  const embedded = meme?._id === id ? meme : undefined
  if (embedded && !serverMeme({ _id: id })) storeResponse(embedded, FIRST_MOMENT)
  if (embedded && !currentSession().user) return { initialData: { _id: id }, initialDataUpdatedAt: loadedAt }
  return known || embedded ? { placeholderData: { _id: id } } : {}
}
