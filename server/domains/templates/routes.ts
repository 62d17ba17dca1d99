import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { suggestTags as suggestTagsCall } from '#contract/memes/tags.ts'
import * as knownContract from '#contract/templates/known-templates.ts'
import * as pictures from '#contract/templates/template-picture.ts'
import * as contract from '#contract/templates/templates.ts'
import { emojiPicture } from '#server/domains/templates/render/caption-emoji.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { requirePicture, withPictureForm } from '#server/platform/http/picture-form.ts'
import { HijackedReply, registerCall } from '#server/platform/http/register-call.ts'
import { receivePicture } from '#server/platform/images/staging.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { getCaptionBoxes } from './caption-boxes.ts'
import { mergeTemplate, renameTemplate, splitTemplate } from './change-templates.ts'
import { listFittingTemplates } from './fitting-templates.ts'
import { getTemplate, listTemplateMemes, listTemplates } from './list-templates.ts'
import {
  addKnownTemplate,
  changeKnownTemplate,
  listKnown,
  removeKnownTemplate,
  restoreKnownTemplate,
} from './manage-known.ts'
import { matchTemplate } from './match-template.ts'
import { getRemixes } from './remixes.ts'
import { renderPicture, renderTemplate } from './render-template.ts'
import { repairPicture } from './repair-picture.ts'
import { suggestTags } from './suggest-tags.ts'
import { templatePicture } from './template-picture.ts'

const LISTS_PER_MINUTE = 240
const FITTING_PER_MINUTE = 60
const SUGGESTIONS_PER_MINUTE = 240
const PICTURES_PER_MINUTE = 60
const MATCHES_PER_MINUTE = 30
const RENDERS_PER_MINUTE = 20
const REPAIRS_PER_MINUTE = 20
const EMOJI_PER_MINUTE = 600
const PICTURE_CACHED_SECONDS = 300
const EMOJI_CACHED_SECONDS = 86_400 * 30

export function templateRoutes(app: FastifyInstance, deps: Deps): void {
  knownTemplateRoutes(app, deps)
  const form = {
    field: 'image',
    maxBytes: PICTURE_MAX_BYTES,
    stage: (stream: Readable) => receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES }),
  }

  registerCall(
    app,
    contract.listTemplates,
    async ({ viewer, query }) => {
      const { templates, hasNext, nextCursor } = await readFor(deps, viewer, (from) =>
        listTemplates(from, viewer, query),
      )
      return { data: templates, hasNext, nextCursor }
    },
    { perMinute: LISTS_PER_MINUTE },
  )

  registerCall(
    app,
    contract.listFittingTemplates,
    async ({ viewer, query }) => ({
      data: await readFor(deps, viewer, (from) => listFittingTemplates(from, viewer, query.q)),
    }),
    { perMinute: FITTING_PER_MINUTE },
  )

  registerCall(
    app,
    suggestTagsCall,
    async ({ viewer, body }) => ({
      data: await suggestTags(deps, viewer, { text: body.text, ofTemplate: body.ofTemplate ?? [] }),
    }),
    { perMinute: SUGGESTIONS_PER_MINUTE },
  )

  registerCall(app, contract.getTemplate, async ({ viewer, params }) => ({
    data: await readFor(deps, viewer, (from) => getTemplate(from, viewer, params.id)),
  }))

  registerCall(app, contract.listTemplateMemes, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await readFor(deps, viewer, (from) =>
      listTemplateMemes(from, viewer, params.id, query),
    )
    return { data: memes, hasNext, nextCursor }
  })

  registerCall(app, contract.renameTemplate, async ({ viewer, params, body }) => ({
    data: await renameTemplate(deps, viewer.userId, params.id, body.name),
  }))

  registerCall(app, contract.splitTemplate, async ({ viewer, params, body }) => ({
    data: await splitTemplate(deps, viewer.userId, params.id, body.memeIds),
  }))

  registerCall(
    app,
    pictures.repairTemplatePicture,
    async ({ viewer, params, body }) => ({ data: await repairPicture(deps, viewer.userId, params.id, body) }),
    { perMinute: REPAIRS_PER_MINUTE },
  )

  registerCall(app, contract.mergeTemplates, async ({ viewer, params, body }) => ({
    data: await mergeTemplate(deps, viewer.userId, params.id, body.templateId),
  }))

  registerCall(
    app,
    contract.matchTemplate,
    async ({ viewer, request }) => ({
      data: await withPictureForm(request, { ...form, fields: contract.matchTemplate.body }, (_fields, picture) =>
        matchTemplate(deps, viewer, requirePicture(picture)),
      ),
    }),
    { perMinute: MATCHES_PER_MINUTE },
  )

  registerCall(
    app,
    contract.renderPicture,
    async ({ viewer, request, reply }) => {
      const fields = contract.renderPicture.body
      const answer = await withPictureForm(request, { ...form, fields }, async (input, picture) => ({
        bytes: await renderPicture(deps, viewer, requirePicture(picture), input),
        format: input.format,
      }))
      return new HijackedReply(
        reply.type(`image/${answer.format}`).header('cache-control', 'no-store').send(answer.bytes),
      )
    },
    { perMinute: RENDERS_PER_MINUTE },
  )

  registerCall(app, contract.getRemixes, async ({ viewer, params }) => ({
    data: await readFor(deps, viewer, (from) => getRemixes(from, viewer, params.id)),
  }))

  registerCall(app, contract.getCaptionBoxes, async ({ viewer, params }) => ({
    data: await readFor(deps, viewer, (from) => getCaptionBoxes(from, viewer, params.id)),
  }))

  registerCall(
    app,
    pictures.getTemplatePicture,
    async ({ viewer, params, reply }) => {
      const { bytes, isComplete } = await templatePicture(deps, viewer, params.id)
      return new HijackedReply(
        reply
          .type('image/webp')
          // Members may hide people and kinds, so shared caches must not store their response.
          .header(
            'cache-control',
            `${viewer.kind === 'member' ? 'private' : 'public'}, max-age=${PICTURE_CACHED_SECONDS}`,
          )
          .header('vary', 'authorization')
          .header('x-template-picture', isComplete ? 'clean' : 'partial')
          .send(bytes),
      )
    },
    { perMinute: PICTURES_PER_MINUTE },
  )

  registerCall(
    app,
    contract.getEmoji,
    async ({ params, reply }) => {
      const svg = emojiPicture(params.code)
      if (!svg) throw new AppError('emoji.notFound')
      return new HijackedReply(
        reply.type('image/svg+xml').header('cache-control', `public, max-age=${EMOJI_CACHED_SECONDS}`).send(svg),
      )
    },
    { perMinute: EMOJI_PER_MINUTE },
  )

  registerCall(
    app,
    contract.renderTemplate,
    async ({ viewer, params, body, reply }) => {
      const bytes = await renderTemplate(deps, viewer, params.id, body)
      return new HijackedReply(reply.type(`image/${body.format}`).header('cache-control', 'no-store').send(bytes))
    },
    { perMinute: PICTURES_PER_MINUTE },
  )
}

function knownTemplateRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, knownContract.listKnownTemplates, ({ viewer, query }) => listKnown(deps, viewer, query))

  registerCall(app, knownContract.addKnownTemplate, async ({ viewer, body }) => ({
    data: await addKnownTemplate(deps, viewer, body),
  }))

  registerCall(app, knownContract.changeKnownTemplate, async ({ viewer, params, body }) => ({
    data: await changeKnownTemplate(deps, viewer, params.id, body),
  }))

  registerCall(app, knownContract.removeKnownTemplate, async ({ viewer, params }) => {
    await removeKnownTemplate(deps, viewer, params.id)
    return { message: messageText('knownRemoved', viewer.language) }
  })

  registerCall(app, knownContract.restoreKnownTemplate, async ({ viewer, params }) => ({
    data: await restoreKnownTemplate(deps, viewer, params.id),
  }))
}
