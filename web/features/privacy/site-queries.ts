import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const config = {
  queryKey: ['site-config'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api('GET /config', { signal })).data,
}

/** The operator's address, and the settings that the legal texts depend on. */
export const legalQuery = queryOptions({
  ...config,
  select: ({ contactEmail, access, reviewsUploads }) => ({ contactEmail, access, reviewsUploads }),
})

/** Facts about the site and its software. */
export const aboutQuery = queryOptions({
  ...config,
  select: ({ contactEmail, siteDescription, sourceUrl }) => ({ contactEmail, siteDescription, sourceUrl }),
})

/** The community rules, at most once in each language. */
export const rulesQuery = queryOptions({ ...config, select: ({ rules }) => rules })
