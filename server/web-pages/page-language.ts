import type { FastifyRequest } from 'fastify'
import { LANGUAGES, type Language, toLanguage } from '#contract/languages.ts'
import { languageOf } from '../platform/viewer.ts'

/**
 * Returns the language that the application will choose for a visitor: `lng` in the query, cookie, browser; among those
 * offered.
 */
export function pageLanguage(request: FastifyRequest, offered: readonly Language[] = LANGUAGES): Language {
  const [asked] = [(request.query as Record<string, string | string[] | undefined>).lng].flat()
  const cookie = /(?:^|;\s*)i18next=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  for (const tag of [asked, cookie]) {
    const language = toLanguage(tag, offered)
    if (language) return language
  }
  const language = languageOf(request.headers['accept-language'])
  return offered.includes(language) ? language : (offered[0] ?? language)
}
