import { queryOptions } from '@tanstack/react-query'
import { siteConfigQuery } from '../../lib/site-config.ts'

// These pages read the configuration again once it is stale.
const { staleTime: _, ...config } = siteConfigQuery

/** The operator's address, and the settings that the legal texts depend on. */
export const legalQuery = queryOptions({
  ...config,
  select: ({ contactEmail, access, reviewsUploads, sendsMail, providers, providersOnly, facebookAppId }) => ({
    contactEmail,
    access,
    reviewsUploads,
    mailing: sendsMail ? 'mailed' : 'unmailed',
    signIn: facebookAppId && !providersOnly ? 'facebook' : providers.length > 0 ? 'providers' : 'none',
  }),
})

/** Facts about the site and its software. */
export const aboutQuery = queryOptions({
  ...config,
  select: ({ contactEmail, siteDescription, sourceUrl }) => ({ contactEmail, siteDescription, sourceUrl }),
})

/** The community rules, at most once in each language. */
export const rulesQuery = queryOptions({ ...config, select: ({ rules }) => rules })
