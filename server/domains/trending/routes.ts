import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/trending.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RawJson, registerCall } from '#server/platform/http/register-call.ts'
import { createKeptCards } from '../memes/kept-cards.ts'
import { createTrendingAnswers } from './answer-trending.ts'

export function trendingRoutes(app: FastifyInstance, deps: Deps): void {
  const answers = createTrendingAnswers(deps, createKeptCards(deps.caches))
  registerCall(
    app,
    contract.listTrendingMemes,
    async ({ viewer, query }) => new RawJson(await answers.memes(viewer, query)),
  )
  registerCall(
    app,
    contract.listTrendingUsers,
    async ({ viewer, query }) => new RawJson(await answers.users(viewer, query)),
  )
}
