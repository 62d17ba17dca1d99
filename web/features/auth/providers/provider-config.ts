import { useQuery } from '@tanstack/react-query'
import type { SiteConfig } from '#contract/site/site.ts'
import { useSite } from '../../../lib/site.ts'
import { siteConfigQuery } from '../../../lib/site-config.ts'

/** A provider button. */
export interface Provider {
  name: string
  /** For signing in by redirect; null for Facebook. */
  id: string | null
  icon?: string | undefined
}

export const GOOGLE = 'google'
const FACEBOOK: Provider = { name: 'Facebook', id: null }

/** In the order of the buttons, as in `providerNames` of the document: Google, Facebook, and the others. */
function providersOf({ providers, providersOnly, facebookAppId }: SiteConfig): Provider[] {
  const google = providers.filter(({ id }) => id === GOOGLE)
  const facebook = facebookAppId && !providersOnly ? [FACEBOOK] : []
  return [...google, ...facebook, ...providers.filter(({ id }) => id !== GOOGLE)]
}

/** The configured providers; undefined while loading. */
export function useProviders(): Provider[] | undefined {
  return useQuery({ ...siteConfigQuery, select: providersOf }).data
}

export function useFacebookAppId(): string | null | undefined {
  return useQuery({ ...siteConfigQuery, select: ({ facebookAppId }) => facebookAppId }).data
}

/** Returns true if the site refuses all other ways to sign in. */
export function useProvidersOnly(): boolean {
  const { providersOnly } = useSite()
  return useQuery({ ...siteConfigQuery, select: (config) => config.providersOnly }).data ?? providersOnly
}
