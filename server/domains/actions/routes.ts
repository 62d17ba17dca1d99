import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/actions.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { recordAction } from './record-action.ts'

const ACTIONS_PER_MINUTE = 300

export function actionRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(
    app,
    contract.recordAction,
    async ({ viewer, body }) => ({ data: await recordAction(deps, viewer, body) }),
    { perMinute: ACTIONS_PER_MINUTE },
  )
}
