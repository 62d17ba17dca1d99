import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import * as contract from '#contract/memes/guest-links.ts'
import { Id, OpaqueCursor, optional } from '#contract/primitives.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { OPEN_TO_STRANGERS } from '#server/platform/http/close-to-strangers.ts'
import { PICTURE_POLICY, type ShownFiles } from '#server/platform/http/media.ts'
import { createPageRate } from '#server/platform/http/page-rate.ts'
import { parse, registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { withSiteInMarkup } from '#server/platform/texts/site-marks.ts'
import type { SiteBranding } from '#server/web-pages/page-document.ts'
import { pageLanguage } from '#server/web-pages/page-language.ts'
import { endGuestLink, GUEST_PREFIX, getGuestLink, makeGuestLink, readGuestToken } from './guest-links.ts'
import {
  endedDocument,
  GUEST_POLICY,
  guestDocument,
  isGuestSize,
  keyOf,
  readGuestMeme,
  readGuestPage,
} from './guest-page.ts'
import { findTarget } from './queries.ts'

const CALLS_PER_MINUTE = 120
/** A link that ended must stop soon, also in the browser. */
const PICTURE_CACHE = 'private, max-age=60'
const PicturePath = z.object({ token: z.string(), id: Id, size: z.string().refine(isGuestSize) })

/** Guest links: calls for their owners, and the page and pictures for everyone with the address. */
export function guestLinkRoutes(
  app: FastifyInstance,
  deps: Deps & { siteBranding(): Promise<SiteBranding>; publicFiles: ShownFiles },
): void {
  const { config, blobs, db } = deps
  const limit = { perMinute: CALLS_PER_MINUTE }
  const isBusy = createPageRate(app)
  const kinds = [
    { kind: 'meme', get: contract.getMemeLink, make: contract.makeMemeLink, end: contract.endMemeLink },
    { kind: 'album', get: contract.getAlbumLink, make: contract.makeAlbumLink, end: contract.endAlbumLink },
  ] as const
  for (const { kind, get, make, end } of kinds) {
    const one = ({ id }: { id: string }) => ({ kind, id })
    registerCall(
      app,
      get,
      async ({ viewer, params }) => ({ data: await getGuestLink(deps, viewer, one(params)) }),
      limit,
    )
    registerCall(
      app,
      make,
      async ({ viewer, params }) => ({ data: await makeGuestLink(deps, viewer, one(params)) }),
      limit,
    )
    registerCall(
      app,
      end,
      async ({ viewer, params }) => {
        await endGuestLink(deps, viewer, one(params))
        return { message: messageText('guestLinkEnded', viewer.language) }
      },
      limit,
    )
  }

  /** Throws request.notFound. */
  async function targetOf(token: string): Promise<contract.GuestLinkTarget> {
    const id = readGuestToken(config.authSecret, token)
    const target = id === null ? undefined : await findTarget(db, id)
    if (!target) throw new AppError('request.notFound')
    return target
  }

  async function sendPage(request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) {
    const language = pageLanguage(request)
    const { token } = request.params
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'content-security-policy': GUEST_POLICY,
      // The address is the permission, so no other site may get it.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      vary: 'accept-language, cookie',
    })
    const send = async (markup: string) => reply.send(withSiteInMarkup(markup, await deps.siteBranding()))
    try {
      const { cursor } = parse(z.object({ cursor: optional(OpaqueCursor) }), request.query, 'query')
      const page = await readGuestPage(deps, await targetOf(token), language, cursor)
      return await send(guestDocument(page, token, language, config.publicUrl))
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) throw error
      reply.code(404)
      return send(endedDocument(language, config.publicUrl))
    }
  }

  app.get<{ Params: { token: string } }>(
    `${GUEST_PREFIX}:token`,
    {
      config: OPEN_TO_STRANGERS,
      onRequest: async (request) => {
        const wait = await isBusy(request)
        if (wait !== null) throw new AppError('request.rateLimited', { retryAfterSeconds: wait })
      },
    },
    sendPage,
  )

  app.get(`${GUEST_PREFIX}:token/:id/:size`, { config: OPEN_TO_STRANGERS, compress: false }, async (request, reply) => {
    const { token, id, size } = parse(PicturePath, request.params, 'params')
    const meme = await readGuestMeme(deps, await targetOf(token), id)
    const key = keyOf(meme, size)
    const file = await deps.publicFiles.find(key)
    const content = file?.content ?? (file ? (await blobs.read(key))?.stream : undefined)
    if (!file || !content) throw new AppError('request.notFound')
    return reply
      .type(file.mime)
      .headers({
        'cache-control': PICTURE_CACHE,
        'content-length': file.bytes,
        'content-security-policy': PICTURE_POLICY,
        'cross-origin-resource-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      })
      .send(content)
  })
}
