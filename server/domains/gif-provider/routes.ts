import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toLanguage } from '#contract/languages.ts'
import { MemeId } from '#contract/memes/memes.ts'
import * as contract from '#contract/site/gif-keys.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { sendFailure } from '#server/platform/http/error-handler.ts'
import { createMediaSender, type ShownFiles } from '#server/platform/http/media.ts'
import { createPageRate } from '#server/platform/http/page-rate.ts'
import { parse, registerCall } from '#server/platform/http/register-call.ts'
import { visitorOf } from '#server/platform/http/resolve-viewer.ts'
import { isSentByProgram } from '#server/platform/http/sent-by-program.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { LANGUAGES } from '#server/platform/texts/texts.ts'
import { harmlessVisitorIn } from '#server/platform/viewer.ts'
import type { SiteBranding } from '#server/web-pages/page-document.ts'
import { pageLanguage } from '#server/web-pages/page-language.ts'
import { createActionRecorder } from '../actions/record-action.ts'
import type { FileHooks } from '../users/file-hooks.ts'
import type { GifCall, GifContext, GifFormat } from './gif-call.ts'
import { createGifs } from './gifs.ts'
import { giphy } from './giphy.ts'
import { klipy } from './klipy.ts'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'
import { createKey, listKeys, removeKey } from './manage-keys.ts'
import { mediaOf, storedFileOf } from './media.ts'
import { isRenditionKind } from './rendition-shape.ts'
import { createRenditions, findShownMeme } from './renditions.ts'
import { tenor } from './tenor.ts'

type RouteDeps = Deps &
  Pick<FileHooks, 'withStoredFiles' | 'claimFiles' | 'sweepFiles'> & {
    siteBranding(): Promise<SiteBranding>
    publicFiles: ShownFiles
  }

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the GIF provider's key in the request. */
    gifKey: string | undefined
  }
}

const FORMATS = [tenor, giphy, klipy]
const JSON_TYPE = 'application/json; charset=utf-8'
const CALLS_PER_KEY_AND_MINUTE = 3000
const MINUTE = 'public, max-age=60'
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Serves the site's memes in the formats of GIF providers, and the GIFs that their responses name. */
export function gifProviderRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const isBusy = createPageRate(app)
  app.decorateRequest('gifKey', undefined)

  async function requireRate(request: FastifyRequest, check = isBusy): Promise<void> {
    const wait = await check(request)
    if (wait !== null) throw new AppError('request.rateLimited', { retryAfterSeconds: wait })
  }
  async function requireProvider(): Promise<void> {
    if (!(await deps.siteBranding()).gifProvider) throw new AppError('request.notFound')
  }
  const keys = createKnownKeys(deps)
  app.addHook('onClose', () => keys.close())
  // Counts the requests of all networks together.
  const isKeyBusy = createPageRate(app, {
    max: CALLS_PER_KEY_AND_MINUTE,
    keyGenerator: (request) => `gif key ${request.gifKey}`,
  })

  keyRoutes(app, deps)
  pictureRoute(app, deps, keys, { requireProvider, requireRate })
  const answer = createAnswers(app, deps, keys)
  for (const format of FORMATS)
    app.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        // On a site for members only, a chat needs a key instead of a session.
        const isKeyMissing = error instanceof AppError && error.code === 'auth.required'
        sendFailure(isKeyMissing ? new AppError('gifKey.required') : error, request, reply, format.failure)
      })
      const keyOf = (request: FastifyRequest) => keys.idOf(keyIn(request, format))
      const admits = async (request: FastifyRequest) => (await keyOf(request)) !== undefined
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(OPEN)
        await requireRate(request)
      })
      // After the gate of a site for members only.
      scope.addHook('preHandler', async (request) => {
        await requireProvider()
        const key = await keyOf(request)
        if (key === undefined) {
          if ((await deps.siteBranding()).gifKeysRequired) throw new AppError('gifKey.required')
          return
        }
        request.gifKey = key
        await requireRate(request, isKeyBusy)
        keys.countCall(key)
      })
      for (const call of format.calls)
        scope.route({
          method: call.method ?? 'GET',
          url: format.base + call.path,
          exposeHeadRoute: call.shared > 0,
          config: { admits },
          handler: (request, reply) => answer(request, reply, format, call),
        })
      for (const url of unknownPaths(format))
        scope.route({
          method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          url,
          config: { admits },
          handler: async () => {
            throw new AppError('request.notFound')
          },
        })
    })
  const callPaths = FORMATS.flatMap(({ base, calls }) => calls.map(({ path }) => base + path))
  for (const url of new Set([...callPaths, ...FORMATS.flatMap(unknownPaths)]))
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

function keyRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listGifKeys, async () => ({ data: await listKeys(deps) }))
  registerCall(app, contract.createGifKey, async ({ viewer, body }) => ({
    data: await createKey(deps, viewer.userId, body.name),
  }))
  registerCall(app, contract.removeGifKey, async ({ viewer, params }) => {
    await removeKey(deps, viewer.userId, params.id)
    return { message: messageText('gifKeyRemoved', viewer.language) }
  })
}

function pictureRoute(
  app: FastifyInstance,
  deps: RouteDeps,
  keys: KnownKeys,
  checks: { requireProvider(): Promise<void>; requireRate(request: FastifyRequest): Promise<void> },
): void {
  const renditions = createRenditions(deps, () => app.requireDiskSpace())
  const send = createMediaSender(deps, deps.publicFiles)

  async function fileOf(request: FastifyRequest<{ Params: { id: string; file: string } }>): Promise<string> {
    const { id: named, file } = request.params
    const [, kind = ''] = /^(\w+)\.gif$/.exec(file) ?? []
    const known = isRenditionKind(kind) ? renditions.known(named, kind) : undefined
    if (known) return known
    // Like other stored pictures, those in memory are not limited.
    await checks.requireRate(request)
    const { id } = parse(MemeId, request.params, 'params')
    if (isRenditionKind(kind)) return renditions.find(visitorOf(request), id, kind)
    // Elsewhere, these files have their usual addresses.
    const stored = request.isForMembers ? storedFileOf(await findShownMeme(deps, id), file) : undefined
    if (stored === undefined) throw new AppError('request.notFound')
    return stored
  }

  const admits = async ({ params, query }: FastifyRequest) => {
    const { k } = query as { k?: unknown }
    return typeof k === 'string' && keys.admitsPicture((params as { id: string }).id, k)
  }
  app.get<{ Params: { id: string; file: string } }>(
    '/gif/media/:id/:file',
    {
      config: { admits },
      compress: false,
      onRequest: async (_request, reply) => void reply.headers(OPEN),
    },
    async (request, reply) => {
      await checks.requireProvider()
      const key = await fileOf(request)
      const file = await deps.publicFiles.find(key)
      if (!file) throw new AppError('meme.notFound')
      return send(request, reply, key, file)
    },
  )
}

function createAnswers(app: FastifyInstance, deps: RouteDeps, keys: KnownKeys) {
  const recordAction = createActionRecorder(deps)
  const { publicUrl } = deps.config

  return async (request: FastifyRequest, reply: FastifyReply, format: GifFormat, call: GifCall) => {
    const input = { ...(request.query as object), ...(request.params as object) }
    const query = parse(call.query, input, 'query')
    const visitor = visitorOf(request)
    const language = toLanguage(localeOf(request), LANGUAGES) ?? pageLanguage(request)
    // On a public site, the pictures are open.
    const signer = request.isForMembers ? request.gifKey : undefined
    const sign = signer === undefined ? undefined : (memeId: string) => keys.sign(signer, memeId)
    const answer = async () => {
      const found = await readFor(deps, visitor, (from) => {
        const context: GifContext = {
          gifs: createGifs(from, harmlessVisitorIn(language)),
          language,
          publicUrl,
          media: (memes) => mediaOf(from, memes, sign),
          async share(memeId) {
            if (!isSentByProgram(request.headers)) return
            await recordAction(visitor, { memeId, action: 'copy', metadata: { sourceType: 'other' } })
          },
        }
        return call.answer(query, context)
      })
      return {
        body: JSON.stringify(found),
        headers: { 'content-type': JSON_TYPE, 'cache-control': MINUTE, vary: 'accept-language, cookie' },
      }
    }
    if (call.shared > 0) {
      const shared = { seconds: call.shared, key: ['gif', format.base, call.path, query, language, signer] }
      return app.microCache.send(request, reply, shared, answer)
    }
    return reply
      .type(JSON_TYPE)
      .header('cache-control', 'no-store')
      .send((await answer()).body)
  }
}

/** The paths of a format that no call has, also without the part for the key. */
const unknownPaths = ({ base }: GifFormat): string[] => [
  ...new Set([base, base.replace('/:key', '')].map((path) => `${path}/*`)),
]

/** The key that a client sends, or an empty text. */
function keyIn({ query, params }: FastifyRequest, { keyName }: GifFormat): string {
  const key = { ...(query as object), ...(params as object) }[keyName as never] as unknown
  return typeof key === 'string' ? key : ''
}

/** The language that a client names, under any of the names that the formats have for it. */
const localeOf = ({ query }: FastifyRequest): string | undefined => {
  const { locale, lang } = query as Record<string, unknown>
  const named = locale ?? lang
  return typeof named === 'string' ? named.replaceAll('_', '-') : undefined
}
