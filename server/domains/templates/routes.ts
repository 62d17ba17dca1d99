import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/templates.ts'
import type { Deps } from '#server/deps.ts'
import { HijackedReply, registerCall } from '#server/http/register-call.ts'
import { getTemplate, listTemplateMemes, listTemplates, renameTemplate } from './list-templates.ts'
import { renderTemplate } from './render-template.ts'
import { templatePicture } from './template-picture.ts'

const LISTS_PER_MINUTE = 240
const PICTURES_PER_MINUTE = 60
const PICTURE_CACHED_SECONDS = 300

export function templateRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(
    app,
    contract.listTemplates,
    async ({ query }) => {
      const { templates, hasNext, nextCursor } = await listTemplates(deps, query)
      return { data: templates, hasNext, nextCursor }
    },
    { perMinute: LISTS_PER_MINUTE },
  )

  registerCall(app, contract.getTemplate, async ({ params }) => ({ data: await getTemplate(deps, params.id) }))

  registerCall(app, contract.listTemplateMemes, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await listTemplateMemes(deps, viewer, params.id, query)
    return { data: memes, hasNext, nextCursor }
  })

  registerCall(app, contract.renameTemplate, async ({ params, body }) => ({
    data: await renameTemplate(deps, params.id, body.name),
  }))

  registerCall(
    app,
    contract.getTemplatePicture,
    async ({ params, reply }) => {
      const { bytes, isComplete } = await templatePicture(deps, params.id)
      return new HijackedReply(
        reply
          .type('image/webp')
          .header('cache-control', `public, max-age=${PICTURE_CACHED_SECONDS}`)
          .header('x-template-picture', isComplete ? 'clean' : 'partial')
          .send(bytes),
      )
    },
    { perMinute: PICTURES_PER_MINUTE },
  )

  registerCall(
    app,
    contract.renderTemplate,
    async ({ params, body, reply }) => {
      const bytes = await renderTemplate(deps, params.id, body)
      return new HijackedReply(reply.type(`image/${body.format}`).header('cache-control', 'no-store').send(bytes))
    },
    { perMinute: PICTURES_PER_MINUTE },
  )
}
