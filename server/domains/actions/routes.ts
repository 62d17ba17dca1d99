import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/actions.ts'
import * as history from '#contract/memes/history.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import { forgetViews, listHistory, setHistory } from './history.ts'
import { listAlbum, listFrequent } from './list-own-memes.ts'
import { createActionRecorder } from './record-action.ts'
import { recordSeen } from './record-seen.ts'

const ACTIONS_PER_MINUTE = 300
const HISTORY_CHANGES_PER_MINUTE = 120

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

  registerCall(app, history.listHistory, async ({ viewer, query }) => {
    const { memes, hasNext, nextCursor } = await listHistory(deps, viewer, query)
    return { data: memes, hasNext, nextCursor }
  })
  const bound = { perMinute: HISTORY_CHANGES_PER_MINUTE }
  registerCall(
    app,
    history.setHistory,
    async ({ viewer, body }) => {
      await setHistory(deps, viewer, body.keep)
      return { message: messageText(body.keep ? 'historyOn' : 'historyOff', viewer.language) }
    },
    bound,
  )
  registerCall(
    app,
    history.clearHistory,
    async ({ viewer }) => {
      await forgetViews(deps, viewer)
      return { message: messageText('historyCleared', viewer.language) }
    },
    bound,
  )
  registerCall(
    app,
    history.removeFromHistory,
    async ({ viewer, params }) => {
      await forgetViews(deps, viewer, params.memeId)
      return { message: messageText('historyRemoved', viewer.language) }
    },
    bound,
  )

  registerCall(app, contract.listAlbum, async ({ viewer, params, query }) => {
    const { memes, hasNext, nextCursor } = await listAlbum(deps, viewer, params.id, query)
    return { data: memes, hasNext, nextCursor }
  })
}
