import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/trending.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { readFor } from '#server/platform/read-for.ts'
import { listTrendingMemes, listTrendingUsers } from './list-trending.ts'

export function trendingRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listTrendingMemes, async ({ viewer, query }) => {
    const { memes, ...page } = await readFor(deps, viewer, (from) => listTrendingMemes(from, viewer, query))
    return { data: memes, ...page }
  })
  registerCall(app, contract.listTrendingUsers, async ({ viewer, query }) => {
    const { users, ...rest } = await readFor(deps, viewer, (from) => listTrendingUsers(from, viewer, query))
    return { data: users, page: query.page, limit: query.limit, ...rest }
  })
}
