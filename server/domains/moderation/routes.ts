import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/moderation.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { messageText } from '#server/texts/messages.ts'
import { reportMeme } from './report-meme.ts'

const REPORTS_PER_MINUTE = 10

export function moderationRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(
    app,
    contract.reportMeme,
    async ({ viewer, params, body }) => {
      await reportMeme(deps, viewer, params.id, body)
      return { message: messageText('reported', viewer.language) }
    },
    { perMinute: REPORTS_PER_MINUTE },
  )
}
