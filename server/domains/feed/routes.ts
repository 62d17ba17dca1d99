import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/feed.ts'
import * as notInterested from '#contract/memes/not-interested.ts'
import type { Deps } from '#server/platform/deps.ts'
import { registerCall } from '#server/platform/http/register-call.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import type { FeedMemory } from './catalog/feed-memory.ts'
import { firstPage } from './first-page.ts'
import { feedResponse, getFeed } from './get-feed.ts'
import { listByTime } from './list-by-time.ts'
import { withMainTags } from './main-tags.ts'
import { addNotInterested, listNotInterested, removeNotInterested } from './not-interested.ts'

const NOT_INTERESTED_PER_MINUTE = 120

export function feedRoutes(app: FastifyInstance, deps: Deps & { feedMemory(): FeedMemory }): void {
  const feedDeps = { ...deps, memory: deps.feedMemory() }

  registerCall(app, contract.getFeed, async ({ viewer, query: asked }) => {
    const query = await withMainTags(deps, asked)
    return viewer.kind === 'visitor' && query.cursor === undefined
      ? firstPage(feedDeps, viewer, query)
      : feedResponse(feedDeps, await getFeed(feedDeps, viewer, query))
  })

  const byTime = [
    [contract.listFollowingFeed, 'following'],
    [contract.listNewFeed, 'new'],
  ] as const
  for (const [call, list] of byTime)
    registerCall(app, call, async ({ viewer, query: asked }) => {
      const query = await withMainTags(deps, asked)
      const { memes, hasNext, nextCursor } = await readFor(deps, viewer, (from) =>
        listByTime(from, viewer, list, query),
      )
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
}
