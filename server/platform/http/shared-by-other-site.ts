import type { FastifyRequest } from 'fastify'
import { SHARED_PARAM } from '#contract/pages.ts'

/**
 * Sec-Fetch-Site values for navigations from another site. The browser reports the initiator even through redirects by the
 * service worker.
 */
const OTHER_SITES = ['cross-site', 'same-site']

/**
 * Returns true if another site's page triggered this share, by a form or a link. Native sharing and typed addresses come from no site.
 */
export const isSharedByOtherSite = ({ query, headers }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)[SHARED_PARAM] !== undefined &&
  OTHER_SITES.includes(String(headers['sec-fetch-site'] ?? ''))

/** Returns the page's address without the parameter that starts a share. */
export function withoutShared({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  const query = new URLSearchParams(url.slice(at))
  query.delete(SHARED_PARAM)
  return url.slice(0, at) + (query.size > 0 ? `?${query}` : '')
}
