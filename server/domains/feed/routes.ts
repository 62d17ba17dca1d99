import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/feed.ts'
import type { Deps } from '#server/deps.ts'
import { Prepared, registerCall } from '#server/http/register-call.ts'
import { createFirstPages } from './first-page.ts'
import { getFeed } from './get-feed.ts'
import { listTags } from './list-tags.ts'

export function feedRoutes(app: FastifyInstance, deps: Deps): { firstPage: ReturnType<typeof createFirstPages> } {
  const firstPage = createFirstPages(deps)

  registerCall(app, contract.getFeed, async ({ viewer, query }) => {
    if (viewer.kind === 'visitor' && query.cursor === undefined) return new Prepared(await firstPage(viewer, query))
    const { memes, hasMore, nextCursor } = await getFeed(deps, viewer, query)
    return { data: { success: true as const, recommendations: memes }, hasMore, nextCursor }
  })

  registerCall(app, contract.listTags, async () => ({ data: await listTags(deps) }))
  return { firstPage }
}
