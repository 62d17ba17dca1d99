import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/trending.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { readFor } from '#server/read-for.ts'
import { listTrendingMemes, listTrendingUsers } from './list-trending.ts'

export function trendingRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listTrendingMemes, async ({ viewer, query }) => {
    const { memes, hasNext, nextCursor } = await readFor(deps, viewer, (from) => listTrendingMemes(from, viewer, query))
    return { data: memes, hasNext, nextCursor }
  })

  registerCall(app, contract.listTrendingUsers, async ({ viewer, query }) => {
    const { users, total, hasNext } = await readFor(deps, viewer, (from) => listTrendingUsers(from, viewer, query))
    return { data: users, page: query.page, limit: query.limit, total, hasNext }
  })
}
