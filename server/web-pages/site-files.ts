import type { FastifyInstance } from 'fastify'
import { PAGES, PRIVATE_PAGES } from '#contract/pages.ts'
import { accentStyle } from '#contract/site/accent.ts'
import { AppError } from '../platform/errors.ts'
import { OPEN_TO_STRANGERS } from '../platform/http/close-to-strangers.ts'
import { COMPLETE_LANGUAGES } from '../platform/texts/texts.ts'

const DAY_MS = 86_400_000
/** RFC 9116 recommends a date less than a year ahead. */
const VALID_DAYS = 180

const ROBOTS_OF_MEMBERS = ['User-agent: *', 'Disallow: /', '']
/** Excludes search results from indexing; everything else may be crawled, including the API that pages use. */
const ROBOTS = ['User-agent: *', ...PRIVATE_PAGES.map((path) => `Disallow: ${path}`), 'Disallow: /*?search=']

export function siteFileRoutes(
  app: FastifyInstance,
  config: { publicUrl: string },
  site: () => Promise<{ contact: string; membersOnly: boolean }>,
): void {
  const open = { config: OPEN_TO_STRANGERS }
  app.get('/robots.txt', open, async (_request, reply) => {
    const { membersOnly } = await site()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        (membersOnly ? ROBOTS_OF_MEMBERS : [...ROBOTS, '', `Sitemap: ${config.publicUrl}/sitemap.xml`, '']).join('\n'),
      )
  })
  app.get('/.well-known/security.txt', open, async (_request, reply) => {
    const { contact } = await site()
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `Contact: mailto:${encodeURI(contact)}\nExpires: ${expires}\nPreferred-Languages: ${COMPLETE_LANGUAGES.join(', ')}\nCanonical: ${config.publicUrl}/.well-known/security.txt\n`,
      )
  })
  app.get<{ Params: { file: string } }>('/site-accent/:file', open, async ({ params }, reply) => {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(params.file) ?? []
    if (digits === undefined) throw new AppError('request.notFound')
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(accentStyle(`#${digits}`))
  })
  // Used by password managers.
  app.get('/.well-known/change-password', open, async (_request, reply) =>
    reply.redirect(`${PAGES.account}?tab=password`, 302),
  )
}
