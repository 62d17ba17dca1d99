import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiPrefetched } from './api.ts'
import { startingWith } from './first-page.ts'

/** The site's public configuration, read once per page load. */
export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  ...startingWith(() => apiPrefetched('GET /config')?.data),
  queryFn: async ({ signal }) => (await api('GET /config', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** False until the site has its first admin; true until the answer arrives. */
export const useHasAdmin = (): boolean =>
  useQuery({ ...siteConfigQuery, select: (config) => config.hasAdmin }).data !== false

/** False on a site without email; true until the answer arrives. */
export const useSendsMail = (): boolean =>
  useQuery({ ...siteConfigQuery, select: (config) => config.sendsMail }).data !== false
