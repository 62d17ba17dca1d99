import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { AppError } from '../errors.ts'
import { languageOf, type Visitor } from '../viewer.ts'
import { sendFailure } from './error-handler.ts'

const YEAR_MS = 31_536_000_000
const HEAD_MARK = '<!--first-view-->'

/** The built application's page, read once. */
export interface WebPage {
  root: string
  html: string
  /** The address of each language's texts. */
  texts: Record<string, string>
  /** Of the scripts that stand in the page itself, for the content security policy's script-src. */
  scriptHashes: string[]
}

export interface WebClientOptions {
  page: WebPage
  /** The text of a visitor's first feed page, put into the home page so that it need not be asked for. */
  firstPage: (viewer: Visitor, input: { limit: number }) => Promise<string>
}

export async function readWebPage(root: string): Promise<WebPage> {
  const html = scriptsFirst(await readFile(path.join(root, 'index.html'), 'utf8'))
  const scriptHashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return { root, html, texts: await textFiles(root), scriptHashes }
}

/** The built web client: hashed assets for ever, every other address the application's page. */
export async function webClientRoutes(app: FastifyInstance, options: WebClientOptions): Promise<void> {
  const { root, html: page, texts } = options.page
  await app.register(fastifyStatic, {
    root,
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
    return page.replace(HEAD_MARK, () => firstViewMarkup(feed, texts))
  }
}

/**
 * What the scripts of the page read, web/features/feed/embedded-page.ts.
 * @param feed the text of a feed page, null where the page shows none
 * @param texts the address of each language's file of texts
 */
export function firstViewMarkup(feed: string | null, texts: Record<string, string>): string {
  const data = `{"texts":${JSON.stringify(texts)},"page":${feed}}`
  // "<" is escaped so that no text of a meme can end the element.
  return `<script type="application/json" id="first-view">${data.replaceAll('<', '\\u003c')}</script>`
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

/** Where the build put each language's texts; none where it left no list of its files. */
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
