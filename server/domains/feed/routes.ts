import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/feed.ts'
import type { Deps } from '#server/deps.ts'
import { RawJson, registerCall } from '#server/http/register-call.ts'
import { VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import { forgetTags } from '../tags/list-tags.ts'
import { createFirstPages } from './first-page.ts'
import { getFeed, writeCursor } from './get-feed.ts'

type FirstPage = ReturnType<typeof createFirstPages>['firstPage']

export function feedRoutes(app: FastifyInstance, deps: Deps): { firstPage: FirstPage } {
  const { firstPage, forget } = createFirstPages(deps)
  hearOfHidden(app, deps, forget)

  registerCall(app, contract.getFeed, async ({ viewer, query }) => {
    if (viewer.kind === 'visitor' && query.cursor === undefined) return new RawJson(await firstPage(viewer, query))
    const { memes, hasMore, next } = await getFeed(deps, viewer, query)
    return {
      data: { success: true as const, recommendations: memes },
      hasMore,
      nextCursor: next && writeCursor(deps, next),
    }
  })

  return { firstPage }
}

/** Invalidates this node's cached lists when memes are hidden or shown again on any node. */
function hearOfHidden(app: FastifyInstance, deps: Pick<Deps, 'listen'>, forgetPages: () => void): void {
  const forget = () => {
    forgetPages()
    forgetTags()
  }
  let listening: { close(): Promise<void> } | undefined
  app.addHook('onReady', async () => {
    listening = await deps.listen(VISIBILITY_CHANNEL, forget, forget)
  })
  app.addHook('onClose', async () => listening?.close())
}
