import type { FastifyRequest } from 'fastify'
import { SHARED_PARAM } from '#contract/pages.ts'

/** Of the browser, which says who caused a navigation, through redirects of the service worker as well. */
const OTHER_SITES = ['cross-site', 'same-site']

/**
 * Whether a page of another site made this page take up what was shared, by a form or a link. The system's own sharing, and addresses that
 * are typed, come from no site.
 */
export const isSharedByOtherSite = ({ query, headers }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)[SHARED_PARAM] !== undefined &&
  OTHER_SITES.includes(String(headers['sec-fetch-site'] ?? ''))

/** The address of the page without the part that makes it take up what was shared. */
export function withoutShared({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  const query = new URLSearchParams(url.slice(at))
  query.delete(SHARED_PARAM)
  return url.slice(0, at) + (query.size > 0 ? `?${query}` : '')
}
