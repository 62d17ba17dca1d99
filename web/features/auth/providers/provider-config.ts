import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SiteConfig } from '#contract/site/site.ts'
import { api } from '../../../lib/api.ts'

export interface ProviderIds {
  google: string | null
  facebook: string | null
}

export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: async ({ signal }) => (await api('GET /config', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

const idsOf = ({ googleClientId, facebookAppId }: SiteConfig): ProviderIds => ({
  google: googleClientId,
  facebook: facebookAppId,
})

/** The configured providers; undefined while loading. */
export function useProviderIds(): ProviderIds | undefined {
  return useQuery({ ...siteConfigQuery, select: idsOf }).data
}
