import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tags.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { getTag } from './get-tag.ts'

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.getTag, async ({ params }) => ({ data: await getTag(deps, params.tag) }))
}
