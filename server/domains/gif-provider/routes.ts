import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { toLanguage } from '#contract/languages.ts'
import { MemeId } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { sendFailure } from '#server/platform/http/error-handler.ts'
import { createMediaSender, type ShownFiles } from '#server/platform/http/media.ts'
import { createPageRate } from '#server/platform/http/page-rate.ts'
import { parse } from '#server/platform/http/register-call.ts'
import { visitorOf } from '#server/platform/http/resolve-viewer.ts'
import { readFor } from '#server/platform/read-for.ts'
import { LANGUAGES } from '#server/platform/texts/texts.ts'
import { harmlessVisitorIn } from '#server/platform/viewer.ts'
import type { SiteFace } from '#server/web-pages/page-document.ts'
import { pageLanguage } from '#server/web-pages/page-language.ts'
import { createActionRecorder } from '../actions/record-action.ts'
import { createVocabulary } from '../search/query/vocabulary.ts'
import type { FileHooks } from '../users/file-hooks.ts'
import type { GifCall, GifContext, GifFormat } from './gif-call.ts'
import { createGifs } from './gifs.ts'
import { giphy } from './giphy.ts'
import { klipy } from './klipy.ts'
import { mediaOf } from './media.ts'
import { isRenditionKind } from './rendition-shape.ts'
import { createRenditions } from './renditions.ts'
import { tenor } from './tenor.ts'

type RouteDeps = Deps &
  Pick<FileHooks, 'withStoredFiles' | 'claimFiles'> & {
    siteFace(): Promise<SiteFace>
    publicFiles: ShownFiles
  }

const FORMATS = [tenor, giphy, klipy]
const JSON_TYPE = 'application/json; charset=utf-8'
const MINUTE = 'public, max-age=60'
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Serves the site's memes in the formats of GIF providers, and the GIFs that their responses name. */
export function gifProviderRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const isBusy = createPageRate(app)

  const hooks = {
    async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      reply.headers(OPEN)
      const wait = await isBusy(request)
      if (wait !== null) throw new AppError('request.rateLimited', { retryAfterSeconds: wait })
    },
    // After the gate of a site for members only.
    async preHandler(): Promise<void> {
      if (!(await deps.siteFace()).gifProvider) throw new AppError('request.notFound')
    },
  }

  renditionRoute(app, deps, hooks)
  const answer = createAnswers(app, deps)
  for (const format of FORMATS)
    app.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, format.failure))
      scope.addHook('onRequest', hooks.onRequest)
      scope.addHook('preHandler', hooks.preHandler)
      for (const call of format.calls)
        scope.route({
          method: call.method ?? 'GET',
          url: format.base + call.path,
          handler: (request, reply) => answer(request, reply, format, call),
        })
    })
  for (const url of new Set(FORMATS.flatMap(({ base, calls }) => calls.map(({ path }) => base + path))))
    app.options(url, { config: { strangers: 'always' } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...OPEN,
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers': '*',
          'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
        })
        .send(),
    )
}

function renditionRoute(
  app: FastifyInstance,
  deps: RouteDeps,
  hooks: { onRequest: onRequestAsyncHookHandler; preHandler: preHandlerAsyncHookHandler },
): void {
  const findRendition = createRenditions(deps, () => app.requireDiskSpace())
  const send = createMediaSender(deps, deps.publicFiles)
  app.get<{ Params: { file: string } }>(
    '/gif/media/:id/:file',
    { ...hooks, compress: false },
    async (request, reply) => {
      const { id } = parse(MemeId, request.params, 'params')
      const [, kind = ''] = /^(\w+)\.gif$/.exec(request.params.file) ?? []
      if (!isRenditionKind(kind)) throw new AppError('request.notFound')
      const key = await findRendition(visitorOf(request), id, kind)
      const file = await deps.publicFiles.find(key)
      if (!file) throw new AppError('meme.notFound')
      return send(request, reply, key, file)
    },
  )
}

function createAnswers(app: FastifyInstance, deps: RouteDeps) {
  const vocabulary = createVocabulary(deps.caches)
  const recordAction = createActionRecorder(deps)
  const { publicUrl } = deps.config

  return async (request: FastifyRequest, reply: FastifyReply, format: GifFormat, call: GifCall) => {
    const input = { ...(request.query as object), ...(request.params as object) }
    const query = parse(call.query, input, 'query')
    const visitor = visitorOf(request)
    const language = toLanguage(localeOf(request), LANGUAGES) ?? pageLanguage(request)
    const answer = async () => {
      const found = await readFor(deps, visitor, (from) => {
        const context: GifContext = {
          gifs: createGifs({ ...from, vocabulary }, harmlessVisitorIn(language)),
          language,
          publicUrl,
          media: (memes) => mediaOf(from, memes),
          share: async (memeId) =>
            void (await recordAction(visitor, { memeId, action: 'copy', metadata: { sourceType: 'other' } })),
        }
        return call.answer(query, context)
      })
      return { body: JSON.stringify(found), headers: { 'content-type': JSON_TYPE, 'cache-control': MINUTE } }
    }
    if (call.shared > 0) {
      const shared = { seconds: call.shared, key: ['gif', format.base, call.path, withSets(query), language] }
      return app.microCache.send(request, reply, shared, answer)
    }
    return reply
      .type(JSON_TYPE)
      .header('cache-control', 'no-store')
      .send((await answer()).body)
  }
}

/** Sets have no JSON of their own. */
const withSets = (query: unknown) =>
  Object.entries(query as object).map(([name, value]) => [name, value instanceof Set ? [...value] : value])

/** The language that a client names, under any of the names that the formats have for it. */
const localeOf = ({ query }: FastifyRequest): string | undefined => {
  const { locale, lang } = query as Record<string, unknown>
  const named = locale ?? lang
  return typeof named === 'string' ? named.replaceAll('_', '-') : undefined
}
