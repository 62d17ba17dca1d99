import type { FastifyRequest } from 'fastify'
import { type Language, toLanguage } from '#contract/languages.ts'
import { LANGUAGES } from '../platform/texts/texts.ts'
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
  return languageOf(request.headers['accept-language'], offered)
}
