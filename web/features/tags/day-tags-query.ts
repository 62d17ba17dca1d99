import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { embeddedFirstView } from '../../lib/embedded-view.ts'

const STALE_AFTER_MS = 10 * 60_000
/** Load time of the document, used as the age of its embedded tags. */
const loadedAt = Date.now()

/** The tags of the day, embedded in the home page's document. */
export const dayTagsQuery = () => {
  const tags = embeddedFirstView()?.tags
  return queryOptions({
    queryKey: ['tags', 'day'],
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ signal }) => (await api('GET /tags', { query: { period: 'day' }, signal })).data,
    ...(tags ? { initialData: tags, initialDataUpdatedAt: loadedAt } : {}),
  })
}
