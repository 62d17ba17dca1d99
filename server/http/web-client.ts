import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { AppError } from '../errors.ts'
import { languageOf, type Visitor } from '../viewer.ts'
import { sendFailure } from './error-handler.ts'
import { firstViewMarkup, textFiles } from './first-view.ts'

const YEAR_MS = 31_536_000_000
const FEED_MARK = '<!--first-feed-page-->'
const HEAD_MARK = '<!--first-view-->'

export interface WebClientOptions {
  root: string
  /** The text of a visitor's first feed page, put into the home page so that it need not be asked for. */
  firstPage: (viewer: Visitor, input: { limit: number }) => Promise<string>
}

/** The built web client: hashed assets for ever, every other address the application's page. */
export async function webClientRoutes(app: FastifyInstance, options: WebClientOptions): Promise<void> {
  const page = scriptsFirst(await readFile(path.join(options.root, 'index.html'), 'utf8'))
  const texts = await textFiles(options.root)
  await app.register(fastifyStatic, {
    root: options.root,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, file) {
      if (file.includes(`${path.sep}assets${path.sep}`))
        reply.header('cache-control', `public, max-age=${YEAR_MS / 1000}, immutable`)
      else reply.header('cache-control', 'public, max-age=300')
    },
  })

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|media|assets)(\/|$|\?)/.test(request.url)
    if (!isPage) return sendFailure(new AppError('request.notFound'), request, reply)
    return sendPage(request)
      .then((html) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html))
      .catch((error: unknown) => sendFailure(error, request, reply))
  })
  app.get('/', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await sendPage(request)),
  )

  /** The home page of a visit carries the first page of the feed; a failing database must not keep the page back. */
  async function sendPage(request: FastifyRequest): Promise<string> {
    const url = new URL(request.url, 'http://localhost')
    if (url.pathname !== '/' || url.searchParams.has('search')) return withFirstView(null)
    const viewer: Visitor = {
      kind: 'visitor',
      language: languageOf(request.headers['accept-language']),
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
    }
    const feed = await options.firstPage(viewer, { limit: FEED_PAGE_SIZE }).catch((error: unknown) => {
      request.log.warn({ err: error }, 'home page without its feed')
      return null
    })
    return withFirstView(feed)
  }

  function withFirstView(feed: string | null): string {
    // "<" is escaped so that no text of a meme can end the element.
    const script = feed
      ? `<script type="application/json" id="first-feed-page">{"page":${feed.replaceAll('<', '\\u003c')}}</script>`
      : ''
    return page.replace(HEAD_MARK, () => firstViewMarkup(feed, texts)).replace(FEED_MARK, () => script)
  }
}

/**
 * Puts the modules before the first view's requests: over HTTP/1.1, which fetches six files at a time, they must not stand
 * in line behind pictures that only they can show.
 */
function scriptsFirst(page: string): string {
  const modules = /^ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/gm
  const tags = [...page.matchAll(modules)].join('').trim()
  return page.replace(modules, '').replace(HEAD_MARK, () => `${tags}\n    ${HEAD_MARK}`)
}
