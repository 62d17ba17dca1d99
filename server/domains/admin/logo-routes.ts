import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { AVATAR_MAX_BYTES } from '#contract/limits.ts'
import * as contract from '#contract/site/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { OPEN_TO_STRANGERS } from '#server/platform/http/close-to-strangers.ts'
import { requirePicture, withPictureForm } from '#server/platform/http/picture-form.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { receiveAvatar } from '#server/platform/images/prepare-avatar.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { getLogo } from '../settings/logo.ts'
import { changeLogo, dropLogo } from './change-logo.ts'

const LOGOS_PER_MINUTE = 10

export function logoRoutes(app: FastifyInstance, deps: Deps): void {
  const form = {
    field: 'logo',
    maxBytes: AVATAR_MAX_BYTES,
    fields: z.object({}),
    stage: (stream: Readable) => receiveAvatar(stream, deps),
  }
  registerCall(
    app,
    contract.setLogo,
    async ({ viewer, request }) => {
      const logo = await withPictureForm(request, form, (_, picture) =>
        changeLogo(deps, viewer.userId, requirePicture(picture, 'logo')),
      )
      return { logo, message: messageText('logoSet', viewer.language) }
    },
    { perMinute: LOGOS_PER_MINUTE },
  )
  registerCall(app, contract.removeLogo, async ({ viewer }) => {
    await dropLogo(deps, viewer.userId)
    return { message: messageText('logoRemoved', viewer.language) }
  })

  app.get<{ Params: { file: string } }>(
    '/site-logo/:file',
    { compress: false, config: OPEN_TO_STRANGERS },
    async (request, reply) => {
      const picture = await getLogo(deps.db, request.params.file)
      if (!picture) throw new AppError('request.notFound')
      return reply
        .type('image/webp')
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(picture)
    },
  )
}
