import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/templates.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { getTemplate, listTemplateMemes, listTemplates, renameTemplate } from './list-templates.ts'

const LISTS_PER_MINUTE = 240

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
}
