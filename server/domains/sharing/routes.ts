import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Language } from '#contract/languages.ts'
import { MemeId } from '#contract/memes/memes.ts'
import { SearchFilters, SearchQuery } from '#contract/memes/search.ts'
import { TagName } from '#contract/memes/tags.ts'
import { PAGES } from '#contract/pages.ts'
import { UserIdOrName } from '#contract/people/users.ts'
import { Id, optional, queryNumber, text } from '#contract/primitives.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ShownFiles } from '#server/platform/http/media.ts'
import { createPageRate } from '#server/platform/http/page-rate.ts'
import { parse } from '#server/platform/http/register-call.ts'
import { visitorOf } from '#server/platform/http/resolve-viewer.ts'
import { readFor } from '#server/platform/read-for.ts'
import { withSiteInJson, withSiteInMarkup } from '#server/platform/texts/site-marks.ts'
import { visitorIn } from '#server/platform/viewer.ts'
import type { SiteBranding } from '#server/web-pages/page-document.ts'
import { pageLanguage } from '#server/web-pages/page-language.ts'
import { getMeme } from '../memes/get-meme.ts'
import { embedPage, embedPolicy, missingEmbedPage } from './embed-page.ts'
import { atomFeed, jsonFeed } from './feeds.ts'
import { findAtomFeed } from './find-atom-feed.ts'
import { guestLinkRoutes } from './guest-links/routes.ts'
import { findEmbed, oembedXml } from './oembed.ts'
import { openSearchDescription } from './open-search.ts'
import { createSharePictures } from './share-picture.ts'
import { makeSitemapIndex, memeSitemap, peopleSitemap, staticSitemap, tagSitemap, templateSitemap } from './sitemap.ts'

const HOUR = 'public, max-age=3600'
const MINUTES = 'public, max-age=300'
const XML = 'application/xml; charset=utf-8'
const SIDE_MAX = 100_000
/** Periods in which visitors share a cached response: of feeds and embeds, and of sitemaps. */
const SHARED_SECONDS = 1
const SITEMAP_SHARED_SECONDS = 60

const OembedQuery = z.object({
  url: text().min(1).max(2048),
  format: optional(text()),
  maxwidth: optional(queryNumber(z.int().min(1).max(SIDE_MAX))),
  maxheight: optional(queryNumber(z.int().min(1).max(SIDE_MAX))),
})

/** Routes for other software: previews, embeds, feeds and sitemaps. */
export function sharingRoutes(
  app: FastifyInstance,
  deps: Deps & { siteBranding(): Promise<SiteBranding>; publicFiles: ShownFiles },
): void {
  guestLinkRoutes(app, deps)

  const site = deps.siteBranding
  const { publicUrl } = deps.config
  const isBusy = createPageRate(app)
  const counted = {
    onRequest: async (request: FastifyRequest) => {
      const wait = await isBusy(request)
      if (wait !== null) throw new AppError('request.rateLimited', { retryAfterSeconds: wait })
    },
  }
  const sharePicture = createSharePictures(deps)

  app.get(`${PAGES.meme}/share.jpg`, { ...counted, compress: false }, async (request, reply) => {
    const { key, jpeg } = await sharePicture(visitorOf(request), parse(MemeId, request.params, 'params').id)
    const etag = `"${key.slice(0, 40)}"`
    reply.headers({ 'cache-control': HOUR, 'cross-origin-resource-policy': 'cross-origin', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(jpeg)
  })

  app.get('/embed/:id', counted, async (request, reply) => {
    const language = pageLanguage(request)
    const { status, page } = await embedOf(request, language)
    reply.removeHeader('x-frame-options')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': embedPolicy(deps.config.mediaUrl),
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
        vary: 'accept-language, cookie',
      })
      .send(withSiteInMarkup(page, await site()))
  })

  async function embedOf(request: FastifyRequest, language: Language) {
    try {
      const { id } = parse(MemeId, request.params, 'params')
      const meme = await readFor(deps, visitorOf(request), (from) => getMeme(from, visitorIn(language), id))
      return { status: 200, page: embedPage(meme, language, publicUrl) }
    } catch (error) {
      if (!(error instanceof AppError && [400, 404, 410].includes(error.status))) throw error
      // A malformed id matches nothing.
      const status = error.status === 410 ? 410 : 404
      return { status, page: missingEmbedPage(status, language) }
    }
  }

  app.get('/oembed', counted, async (request, reply) => {
    const query = parse(OembedQuery, request.query, 'query')
    const { url, format = 'json', maxwidth, maxheight } = query
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    // oEmbed prescribes this response for an unsupported format.
    if (format !== 'json' && format !== 'xml')
      return reply.code(501).type('text/plain').header('cache-control', 'no-store').send('Not implemented\n')
    const bounds = { maxWidth: maxwidth ?? SIDE_MAX, maxHeight: maxheight ?? SIDE_MAX }
    const language = pageLanguage(request)
    const shared = { seconds: SHARED_SECONDS, key: ['oembed', query, language] }
    return app.microCache.send(request, reply, shared, async () => {
      const answer = await readFor(deps, visitorOf(request), (from) => findEmbed(from, { url, ...bounds }, language))
      const isXml = format === 'xml'
      return {
        body: isXml
          ? withSiteInMarkup(oembedXml(answer), await site())
          : withSiteInJson(JSON.stringify(answer), await site()),
        headers: {
          'content-type': `${isXml ? 'text/xml' : 'application/json'}; charset=utf-8`,
          'cache-control': MINUTES,
          vary: 'accept-language, cookie',
        },
      }
    })
  })

  feedRoutes(app, deps, counted, site)

  app.get('/opensearch.xml', async (_request, reply) =>
    reply
      .type('application/opensearchdescription+xml; charset=utf-8')
      .header('cache-control', HOUR)
      .send(withSiteInMarkup(openSearchDescription(publicUrl), await site())),
  )

  const sitemaps: Record<string, (file: string) => Promise<string>> = {
    '/sitemap.xml': () => makeSitemapIndex(deps),
    '/sitemap/pages.xml': async () => staticSitemap(deps),
    '/sitemap/tags.xml': () => tagSitemap(deps),
    '/sitemap/templates.xml': () => templateSitemap(deps),
    '/sitemap/memes/:file': (file) => memeSitemap(deps, idOfFile(file)),
    '/sitemap/people/:file': (file) => peopleSitemap(deps, idOfFile(file)),
  }
  for (const [path, make] of Object.entries(sitemaps))
    app.get<{ Params: { file?: string } }>(path, counted, async (request, reply) => {
      const { file = '' } = request.params
      const shared = { seconds: SITEMAP_SHARED_SECONDS, key: [path, file] }
      return app.microCache.send(request, reply, shared, async () => ({
        body: await make(file),
        headers: { 'content-type': XML, 'cache-control': HOUR },
      }))
    })
}

function feedRoutes(
  app: FastifyInstance,
  deps: Deps,
  counted: { onRequest: (request: FastifyRequest) => Promise<void> },
  site: () => Promise<SiteBranding>,
) {
  const { publicUrl } = deps.config

  async function sendFeed(
    request: FastifyRequest,
    reply: FastifyReply,
    extension: string,
    of: Parameters<typeof findAtomFeed>[1],
  ) {
    const language = pageLanguage(request)
    const isAtom = extension === 'atom'
    const shared = { seconds: SHARED_SECONDS, key: ['feed', isAtom, of, language] }
    return app.microCache.send(request, reply, shared, async () => {
      const feed = await readFor(deps, visitorOf(request), (from) => findAtomFeed(from, of, language))
      const named = isAtom ? withSiteInMarkup : withSiteInJson
      return {
        body: named(isAtom ? atomFeed(feed, publicUrl) : jsonFeed(feed, publicUrl), await site()),
        headers: {
          'content-type': `${isAtom ? 'application/atom+xml' : 'application/feed+json'}; charset=utf-8`,
          'cache-control': MINUTES,
          vary: 'accept-language, cookie',
          'access-control-allow-origin': '*',
        },
      }
    })
  }

  app.get<{ Params: { file: string } }>('/feeds/:file', counted, async (request, reply) => {
    const { name, extension } = splitFile(request.params.file)
    if (name === 'trending') return sendFeed(request, reply, extension, { kind: 'trending' })
    if (name !== 'search') throw new AppError('request.notFound')
    const { q, ...filters } = parse(SearchFilters.extend({ q: SearchQuery }), request.query, 'query')
    return sendFeed(request, reply, extension, { kind: 'search', q, filters })
  })
  app.get<{ Params: { file: string } }>('/feeds/user/:file', counted, async (request, reply) => {
    const { name, extension } = splitFile(request.params.file)
    const { id } = parse(UserIdOrName, { id: name }, 'params')
    return sendFeed(request, reply, extension, { kind: 'user', name: id })
  })
  app.get<{ Params: { file: string } }>('/feeds/tag/:file', counted, async (request, reply) => {
    const { name, extension } = splitFile(request.params.file)
    return sendFeed(request, reply, extension, { kind: 'tag', name: parse(TagName, name, 'params') })
  })
}

/** Splits off the extension: a name may contain dots, so only the last part counts. */
function splitFile(file: string): { name: string; extension: string } {
  const [, name, extension] = /^(.+)\.(atom|json)$/.exec(file) ?? []
  if (name === undefined || extension === undefined) throw new AppError('request.notFound')
  return { name, extension }
}

function idOfFile(file: string): string {
  const id = Id.safeParse(file.replace(/\.xml$/, ''))
  if (!id.success || !file.endsWith('.xml')) throw new AppError('request.notFound')
  return id.data
}
