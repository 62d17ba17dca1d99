import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/trending.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RawJson, registerCall } from '#server/platform/http/register-call.ts'
import type { KeptCards } from '../memes/kept-cards.ts'
import { createTrendingAnswers } from './answer-trending.ts'

/** @param freshMs see `createTrendingAnswers` */
export function trendingRoutes(
  app: FastifyInstance,
  deps: Deps,
  { cards, freshMs }: { cards: KeptCards; freshMs: number | undefined },
): { forget(): void } {
  const answers = createTrendingAnswers(deps, cards, freshMs)
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
  return { forget: answers.forget }
}
