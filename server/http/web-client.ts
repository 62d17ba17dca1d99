import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { AppError } from '../errors.ts'
import { languageOf, type Visitor } from '../viewer.ts'
import { sendNotFound } from './error-handler.ts'

const YEAR_MS = 31_536_000_000
const QUESTIONS_PER_MINUTE = 600
/** Pages where `view` opens a public meme. */
const MEME_PAGES = new Set<string>([PAGES.home, PAGES.trending, PAGES.user])
const HEAD_MARK = '<!--first-view-->'

/** The built application's HTML page, read once. */
export interface WebPage {
  root: string
  html: string
  /** The URL of each language's texts. */
  texts: Record<string, string>
  /** Hashes of the page's inline scripts, for script-src in the content security policy. */
  scriptHashes: string[]
}

export interface WebClientOptions {
  page: WebPage
  /** A visitor's first feed page as text, embedded in the home page to save a request. */
  firstPage: (viewer: Visitor, input: { limit: number }) => Promise<string>
  /** Both throw AppError for content that visitors cannot see. */
  findPerson: (username: string) => Promise<unknown>
  findMeme: (id: string) => Promise<unknown>
}

export async function readWebPage(root: string): Promise<WebPage> {
  const html = scriptsFirst(await readFile(path.join(root, 'index.html'), 'utf8'))
  const scriptHashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return { root, html, texts: await textFiles(root), scriptHashes }
}

/**
 * Serves the built web client: immutable hashed assets, and the application's HTML for each page, with the status of the meme
 * or person shown.
 */
export async function webClientRoutes(app: FastifyInstance, options: WebClientOptions): Promise<void> {
  const { root, html: page, texts } = options.page
  const isBusy = rateOfQuestions(app)
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // Not served directly, since the server adds data to it.
    globIgnore: ['index.html*'],
    preCompressed: true,
    setHeaders(reply, file) {
      if (file.includes(`${path.sep}assets${path.sep}`))
        reply.header('cache-control', `public, max-age=${YEAR_MS / 1000}, immutable`)
      else reply.header('cache-control', 'public, max-age=300')
    },
  })

  for (const pattern of Object.values(PAGES)) {
    app.get<{ Params: Record<string, string> }>(pattern, async (request, reply) => {
      const [status, feed] = await Promise.all([statusOf(request, reply), feedOf(request)])
      return sendPage(reply, status, feed)
    })
    if (pattern === PAGES.home) continue
    app.get<{ Params: Record<string, string> }>(`${pattern}/`, async (request, reply) => {
      const address = pattern.replace(/:(\w+)/, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
      return reply.redirect(address + queryOf(request), 308)
    })
  }

  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(request.url)
    return isPage ? sendPage(reply, 404, null) : sendNotFound(request, reply)
  })

  function sendPage(reply: FastifyReply, status: number, feed: string | null): FastifyReply {
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withFirstView(feed))
  }

  /** Embeds the first feed page in the home page; a failing database must not prevent the page. */
  async function feedOf(request: FastifyRequest): Promise<string | null> {
    if (request.routeOptions.url !== PAGES.home || queryValue(request, 'search') !== undefined) return null
    const viewer: Visitor = {
      kind: 'visitor',
      language: languageOf(request.headers['accept-language']),
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
    }
    return options.firstPage(viewer, { limit: FEED_PAGE_SIZE }).catch((error: unknown) => {
      request.log.warn({ err: error }, 'serving the home page without its feed')
      return null
    })
  }

  /**
   * 404 or 410 if the page's person or meme is gone, otherwise 200; also 200 if that is unknown, since the application then
   * shows the error. Other pages need no query.
   */
  async function statusOf(request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) {
    const { username } = request.params
    const memeId = MEME_PAGES.has(request.routeOptions.url ?? '') ? queryValue(request, 'view') : undefined
    if (username === undefined && !memeId) return 200
    const wait = await isBusy(request)
    if (wait !== null) {
      reply.header('retry-after', String(wait))
      return 429
    }
    try {
      if (username !== undefined) await options.findPerson(username)
      if (memeId) await options.findMeme(memeId)
      return 200
    } catch (error) {
      // A malformed id matches nothing.
      if (error instanceof AppError && error.status < 500) return error.status === 410 ? 410 : 404
      request.log.warn({ err: error }, 'serving a page without checking what it shows')
      return 200
    }
  }

  function withFirstView(feed: string | null): string {
    return page.replace(HEAD_MARK, () => firstViewMarkup(feed, texts))
  }
}

/** Retry-After in seconds for a network that requested too many pages that need the database; otherwise null. */
function rateOfQuestions(app: FastifyInstance): (request: FastifyRequest) => Promise<number | null> {
  if (!app.hasDecorator('createRateLimit')) return async () => null
  const count = app.createRateLimit({ max: QUESTIONS_PER_MINUTE, timeWindow: 60_000, allowList: [] })
  return async (request) => {
    const rate = await count(request)
    return !rate.isAllowed && rate.isExceeded ? Math.max(1, rate.ttlInSeconds) : null
  }
}

/** Whether a path cannot be a page: it has a dot in its last segment or at the start of one, or is in a folder of files. */
function isFile(url: string): boolean {
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  return /^\/(api|media|assets)(\/|$)|\/\.|\.[^/]*$/.test(decodeURIComponent(path))
}

function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at)
}

/** As the application reads it: the first of several values, trimmed. */
function queryValue(request: FastifyRequest, name: string): string | undefined {
  const [value] = [(request.query as Record<string, string | string[] | undefined>)[name]].flat()
  return value?.trim()
}

/**
 * The data that the page's scripts read, see web/features/feed/embedded-page.ts.
 * @param feed a feed page as text; null if the page shows none
 * @param texts the URL of each language's text file
 */
export function firstViewMarkup(feed: string | null, texts: Record<string, string>): string {
  const data = `{"texts":${JSON.stringify(texts)},"page":${feed}}`
  // "<" is escaped so that user text cannot end the element.
  return `<script type="application/json" id="first-view">${data.replaceAll('<', '\\u003c')}</script>`
}

/**
 * Puts the modules before the first view's requests: HTTP/1.1 fetches six files at a time, and they must not queue behind
 * pictures that only they can show.
 */
function scriptsFirst(page: string): string {
  const modules = /^ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/gm
  const tags = [...page.matchAll(modules)].join('').trim()
  return page.replace(modules, '').replace(HEAD_MARK, () => `${tags}\n    ${HEAD_MARK}`)
}

/** The built URL of each language's texts; empty if the build has no manifest. */
async function textFiles(root: string): Promise<Record<string, string>> {
  const list = await readFile(path.join(root, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const built = JSON.parse(list) as Record<string, { file: string } | undefined>
  const files: Record<string, string> = {}
  for (const language of ['en', 'vi']) {
    const file = built[`lib/texts-${language}.ts`]?.file
    if (file) files[language] = `/${file}`
  }
  return files
}
