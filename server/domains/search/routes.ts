import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/search.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { listSimilar } from './list-similar.ts'
import { searchByText } from './search-by-text.ts'

const SEARCHES_PER_MINUTE = 240

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(
    app,
    contract.searchByText,
    async ({ viewer, query }) => {
      const { memes, hasNext, nextCursor } = await searchByText(deps, viewer, query)
      return { data: memes, hasNext, nextCursor }
    },
    { perMinute: SEARCHES_PER_MINUTE },
  )

  registerCall(app, contract.listSimilar, async ({ viewer, query }) => ({
    data: await listSimilar(deps, viewer, query),
  }))
}
