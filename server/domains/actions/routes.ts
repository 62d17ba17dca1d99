import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/actions.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { listAlbum, listFrequent } from './list-own-memes.ts'
import { createActionRecorder } from './record-action.ts'
import { recordSeen } from './record-seen.ts'

const ACTIONS_PER_MINUTE = 300

export function actionRoutes(app: FastifyInstance, deps: Deps): void {
  const recordAction = createActionRecorder(deps)

  registerCall(
    app,
    contract.recordAction,
    async ({ viewer, body: { action, memeId, memeIds, ...rest } }) => {
      if (action === contract.SEEN) return { data: { seen: await recordSeen(deps, viewer, memeIds ?? []) } }
      return { data: await recordAction(viewer, { ...rest, action, memeId: memeId ?? '' }) }
    },
    { perMinute: ACTIONS_PER_MINUTE },
  )

  registerCall(app, contract.listFrequentMemes, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await listFrequent(deps, viewer, params.id, query)
    return { data: memes, hasNext, nextCursor }
  })

  registerCall(app, contract.listAlbum, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await listAlbum(deps, viewer, params.id, query)
    return { data: memes, hasNext, nextCursor }
  })
}
