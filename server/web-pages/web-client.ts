import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import type { TagCount } from '#contract/memes/tags.ts'
import { PAGES } from '#contract/pages.ts'
import { getConfig, type SiteConfig } from '#contract/site/site.ts'
import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'
import { AppError } from '../platform/errors.ts'
import { OPEN_TO_STRANGERS } from '../platform/http/close-to-strangers.ts'
import { BUSY_RETRY_SECONDS, sendNotFound } from '../platform/http/error-handler.ts'
import { createPageRate } from '../platform/http/page-rate.ts'
import { visitorOf } from '../platform/http/resolve-viewer.ts'
import { isSharedByOtherSite, withoutShared } from '../platform/http/shared-by-other-site.ts'
import { languageAttributes } from '../platform/markup.ts'
import { withSiteInMarkup } from '../platform/texts/site-marks.ts'
import { isUnavailable } from '../platform/unavailable.ts'
import type { Visitor } from '../platform/viewer.ts'
import { brandingMarkup, manifestOf, withBrandingIcons } from './branding-markup.ts'
import { firstBar } from './first-bar.ts'
import { firstViewMarkup, type HomeView } from './first-view-data.ts'
import { allowScreen, SCREEN_MARK } from './inline-parts.ts'
import { answerOf, type PageDocument, type PageRequest, type SiteBranding } from './page-document.ts'
import { pageLanguage } from './page-language.ts'
import { isFile, pageRequest, queryOf } from './page-request.ts'
import { HEAD_MARK, type WebPage } from './web-page.ts'

const YEAR_MS = 31_536_000_000
const LANGUAGE_MARK = '<html lang="en">'
const ROOT_MARK = '<div id="root"></div>'

interface FeedInput {
  limit: number
  cat?: string
}
/** Returns a visitor's first feed page, optionally of one tag, as text. */
export type FeedReader = (input: FeedInput) => Promise<string>

/** Content of pages that domains provide. */
export interface PageContent {
  /** Returns a visitor's first feed page as text, embedded in the home page to save a request. */
  firstPage: (viewer: Visitor, input: FeedInput) => Promise<string>
  /** Returns the tags above the feed. */
  dayTags: () => Promise<TagCount[]>
  /** Returns a page's document with its content. Throws AppError for content that visitors cannot see. */
  describe: (page: PageRequest, visitor: Visitor, readFeed: FeedReader) => Promise<PageDocument>
  /**
   * Returns a page's document from the address alone: for pages without content, for deleted content, and while the database is
   * down.
   */
  describeAddress: (page: PageRequest, status: number) => PageDocument
  /** Returns true if `describe` needs the database. */
  hasContent: (page: PageRequest) => boolean
}

export interface WebClientOptions extends PageContent {
  page: WebPage
  /** Returns the site's branding; never fails. */
  siteBranding: () => Promise<SiteBranding>
  readConfig: () => Promise<SiteConfig>
}

/** Pages that show the site's configuration before anything else. */
const CONFIG_PAGES: readonly string[] = [PAGES.about, PAGES.login, PAGES.register]
const NOT_HOME: HomeView = { page: null, tags: null }
const HOME_SHARED_SECONDS = 1
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'accept-language, cookie',
}

const showsFirstPage = ({ pattern, query }: PageRequest, request: FastifyRequest): boolean =>
  pattern === PAGES.home && query.search === undefined && request.busyForSeconds === undefined

/**
 * Serves the built web client: immutable hashed assets, and the application's HTML for each page, with the status of the meme
 * or user shown.
 */
export async function webClientRoutes(app: FastifyInstance, options: WebClientOptions): Promise<void> {
  const { root, html: page, texts, firstTexts, screens, firstScreens } = options.page
  const isBusy = createPageRate(app)
  await app.register(async (scope) => {
    // The plugin takes no config for its routes.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...OPEN_TO_STRANGERS }
    })
    await scope.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      // Not served as files, because the server adds data to them.
      globIgnore: ['index.html*', 'manifest.webmanifest*', '**/*.br'],
      preCompressed: true,
      setHeaders(reply, file) {
        // Browsers must find a new version at once, even if a proxy has cached the old one.
        if (file.endsWith(`${path.sep}sw.js`)) reply.header('cache-control', 'no-cache')
        else if (file.includes(`${path.sep}assets${path.sep}`))
          reply.header('cache-control', `public, max-age=${YEAR_MS / 1000}, immutable`)
        else reply.header('cache-control', 'public, max-age=300')
      },
    })
  })

  const open = { config: OPEN_TO_STRANGERS }
  for (const pattern of Object.values(PAGES)) {
    const config = { strangers: sendSignInPage }
    app.get<{ Params: Record<string, string> }>(pattern, { config }, async (request, reply) => {
      if (isSharedByOtherSite(request)) return reply.redirect(withoutShared(request), 303)
      const site = await options.siteBranding()
      const asked = pageRequest(pattern, request, site)
      allowScreen(reply, firstScreens[pattern])
      if (showsFirstPage(asked, request) && !options.hasContent(asked)) return sendHome(request, reply, site, asked)
      const [{ status, document }, home] = await Promise.all([
        contentOf(asked, request, reply),
        homeViewOf(asked, request),
      ])
      if (document.movedTo !== undefined)
        return reply.headers(PAGE_HEADERS).redirect(document.movedTo + queryOf(request), 301)
      return sendPage(reply, site, asked, status, document, home)
    })
    if (pattern === PAGES.home) continue
    app.get<{ Params: Record<string, string> }>(`${pattern}/`, open, async (request, reply) => {
      const address = pattern.replace(/:(\w+)/, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
      return reply.redirect(address + queryOf(request), 308)
    })
  }

  app.get('/manifest.webmanifest', open, async (request, reply) => {
    const site = await options.siteBranding()
    return reply
      .type('application/manifest+json; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=300', vary: 'accept-language, cookie' })
      .send(manifestOf(options.page.manifest, site, pageLanguage(request, site.languages)))
  })
  // The application without page content, which the service worker caches for offline use.
  app.get('/app-shell', open, async (request, reply) => {
    const site = await options.siteBranding()
    const asked = pageRequest('', request, site)
    allowScreen(reply, firstScreens[''])
    return sendPage(reply, site, asked, 200, options.describeAddress(asked, 503))
  })
  // The service worker handles shares; without it the files are lost.
  app.post(
    '/share-target',
    { ...open, onRequest: async (_request, reply) => reply.redirect('/', 303) },
    async () => undefined,
  )

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(request.url)
    if (!isPage) return sendNotFound(request, reply)
    const site = await options.siteBranding()
    const asked = pageRequest('', request, site)
    allowScreen(reply, firstScreens[''])
    return sendPage(reply, site, asked, 404, options.describeAddress(asked, 404))
  })

  /** Sends a page without any content to a stranger of a site for members only, for any address. */
  async function sendSignInPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const site = await options.siteBranding()
    const { url = '' } = request.routeOptions
    const pattern = STRANGERS_PAGES.includes(url) ? url : PAGES.login
    const asked = { ...pageRequest(pattern, request, site), params: {}, query: {} }
    allowScreen(reply, firstScreens[pattern])
    const { head } = options.describeAddress(asked, 401)
    const document = await withConfig(asked, { head }, request)
    return reply
      .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .send(htmlOf(site, asked, document, NOT_HOME))
  }

  /** Sends the home page, which visitors share. A database failure must not break it. */
  async function sendHome(request: FastifyRequest, reply: FastifyReply, site: SiteBranding, asked: PageRequest) {
    const shared = { seconds: HOME_SHARED_SECONDS, key: ['home', asked.language] }
    const document = options.describeAddress(asked, 200)
    try {
      return await app.microCache.send(request, reply, shared, async () => ({
        body: htmlOf(site, asked, document, await readHomeView(asked, request)),
        headers: PAGE_HEADERS,
      }))
    } catch (error) {
      request.log.warn({ err: error }, 'serving the home page without its feed')
      return sendPage(reply, site, asked, 200, document)
    }
  }

  function sendPage(
    reply: FastifyReply,
    site: SiteBranding,
    asked: PageRequest,
    status: number,
    document: PageDocument,
    home: HomeView = NOT_HOME,
  ): FastifyReply {
    return reply
      .code(status)
      .headers(PAGE_HEADERS)
      .send(htmlOf(site, asked, document, home))
  }

  function htmlOf(
    site: SiteBranding,
    { language, pattern, query }: PageRequest,
    document: PageDocument,
    home: HomeView,
  ): string {
    const { head, root = '', over = '', noscript = '' } = document
    const painted = firstScreens[pattern]
    const shownTexts = Object.fromEntries(site.languages.map((each) => [each, firstTexts[each]?.[pattern] ?? {}]))
    return withBrandingIcons(page, site)
      .replace(LANGUAGE_MARK, `<html ${languageAttributes(language)}>`)
      .replace(
        HEAD_MARK,
        () =>
          `${withSiteInMarkup(head, site)}\n    ${brandingMarkup(site)}${painted?.style ?? ''}${firstViewMarkup(home, { texts, firstTexts: shownTexts }, document, site)}${screens[pattern] ?? ''}`,
      )
      .replace(
        ROOT_MARK,
        () =>
          `${firstBar(pattern, query.search ?? '', firstTexts[language], site)}<div id="root">${withSiteInMarkup(root, site)}</div>${withSiteInMarkup(over, site)}${noscript && `<noscript>${withSiteInMarkup(noscript, site)}</noscript>`}`,
      )
      .replace(SCREEN_MARK, () => painted?.script ?? '')
  }

  /** Adds the site's configuration, which everyone may read, to pages that show it. A database failure must not break them. */
  async function withConfig(
    { pattern }: PageRequest,
    document: PageDocument,
    request: FastifyRequest,
  ): Promise<PageDocument> {
    if (!CONFIG_PAGES.includes(pattern)) return document
    try {
      return { ...document, answers: [answerOf(getConfig, {}, { data: await options.readConfig() })] }
    } catch (error) {
      request.log.warn({ err: error }, 'serving a page without the configuration')
      return document
    }
  }

  /** Returns the first feed page and its tags for the home page. A database failure must not break the page. */
  async function homeViewOf(asked: PageRequest, request: FastifyRequest): Promise<HomeView> {
    if (!showsFirstPage(asked, request)) return NOT_HOME
    return readHomeView(asked, request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'serving the home page without its feed')
      return NOT_HOME
    })
  }

  async function readHomeView(asked: PageRequest, request: FastifyRequest): Promise<HomeView> {
    const readFeed = feedReader(asked, request)
    const [page, tags] = await Promise.all([readFeed({ limit: FEED_PAGE_SIZE }), options.dayTags()])
    return { page, tags }
  }

  const feedReader =
    ({ language }: PageRequest, request: FastifyRequest): FeedReader =>
    (input) =>
      options.firstPage({ ...visitorOf(request), language }, input)

  /**
   * Returns a page's document and status: 404 or 410 if the content is gone, 429 over the page rate limit, 503 while the server
   * is busy or the database is down, otherwise 200. On any other failure also 200, since the application then shows the error.
   */
  async function contentOf(asked: PageRequest, request: FastifyRequest, reply: FastifyReply) {
    const without = (status: number) => ({ status, document: options.describeAddress(asked, status) })
    if (!options.hasContent(asked)) {
      const { status, document } = without(200)
      return { status, document: await withConfig(asked, document, request) }
    }
    if (request.busyForSeconds !== undefined) {
      reply.header('retry-after', String(request.busyForSeconds))
      return without(503)
    }
    const wait = await isBusy(request)
    if (wait !== null) {
      reply.header('retry-after', String(wait))
      return without(429)
    }
    try {
      return { status: 200, document: await options.describe(asked, visitorOf(request), feedReader(asked, request)) }
    } catch (error) {
      // A malformed id matches nothing.
      if (error instanceof AppError && error.status < 500) return without(error.status === 410 ? 410 : 404)
      request.log.warn({ err: error }, 'serving a page without its content')
      if (!isUnavailable(error)) return without(200)
      // Makes search engines retry later and retain their index entry.
      reply.header('retry-after', String(BUSY_RETRY_SECONDS))
      return without(503)
    }
  }
}
