import type { FastifyRequest } from 'fastify'
import type { PageRequest, SiteBranding } from './page-document.ts'
import { pageLanguage } from './page-language.ts'

/** Reads query values like the application: the first of multiple values, trimmed. */
export function pageRequest(pattern: string, request: FastifyRequest, site: SiteBranding): PageRequest {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>))
    query[name] = ([value].flat()[0] ?? '').trim()
  return {
    pattern,
    params: request.params as Record<string, string>,
    query,
    language: pageLanguage(request, site.languages),
    about: site.description,
  }
}

/**
 * Returns true if a path cannot be a page: its last segment contains a dot, a segment starts with one, or it is in a folder of
 * files.
 */
export function isFile(url: string): boolean {
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  return /^\/(api|media|assets)(\/|$)|\/\.|\.[^/]*$/.test(decodeURIComponent(path))
}

export function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at)
}
