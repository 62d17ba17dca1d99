import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/feed.ts'
import * as notInterested from '#contract/not-interested.ts'
import type { Deps } from '#server/deps.ts'
import { RawJson, registerCall } from '#server/http/register-call.ts'
import { messageText } from '#server/texts/messages.ts'
import { VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import { forgetTags } from '../tags/list-tags.ts'
import { createFirstPages } from './first-page.ts'
import { getFeed, writeCursor } from './get-feed.ts'
import { listByTime } from './list-by-time.ts'
import { addNotInterested, listNotInterested, removeNotInterested } from './not-interested.ts'

const NOT_INTERESTED_PER_MINUTE = 120

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

  const byTime = [
    [contract.listFollowingFeed, 'following'],
    [contract.listNewFeed, 'new'],
  ] as const
  for (const [call, list] of byTime)
    registerCall(app, call, async ({ viewer, query }) => {
      const { memes, hasNext, nextCursor } = await listByTime(deps, viewer, list, query)
      return { data: memes, hasNext, nextCursor }
    })

  const bound = { perMinute: NOT_INTERESTED_PER_MINUTE }
  registerCall(
    app,
    notInterested.addNotInterested,
    async ({ viewer, body }) => {
      await addNotInterested(deps, viewer, body)
      return { message: messageText('notInterested', viewer.language) }
    },
    bound,
  )
  registerCall(
    app,
    notInterested.removeNotInterested,
    async ({ viewer, body }) => {
      await removeNotInterested(deps, viewer, body)
      return { message: messageText('interestedAgain', viewer.language) }
    },
    bound,
  )
  registerCall(app, notInterested.listNotInterested, ({ viewer, query }) => listNotInterested(deps, viewer, query))

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
