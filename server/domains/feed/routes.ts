import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/memes/feed.ts'
import * as notInterested from '#contract/memes/not-interested.ts'
import type { Deps } from '#server/platform/deps.ts'
import { RawJson, registerCall } from '#server/platform/http/register-call.ts'
import { cursorIn } from '#server/platform/http/shared-compression.ts'
import { readFor } from '#server/platform/read-for.ts'
import { messageText } from '#server/platform/texts/messages.ts'
import type { KeptCards } from '../memes/kept-cards.ts'
import { MEME_WRITTEN, MEMES_HIDDEN, MEMES_RELATED, VISIBILITY_CHANNEL } from '../memes/visibility.ts'
import { forgetTags } from '../tags/list-tags.ts'
import { createFeedMemory } from './catalogue/feed-memory.ts'
import { createFirstPages } from './first-page.ts'
import { getFeed, pageJson, withCursor, writeCursor } from './get-feed.ts'
import { listByTime } from './list-by-time.ts'
import { addNotInterested, listNotInterested, removeNotInterested } from './not-interested.ts'

const NOT_INTERESTED_PER_MINUTE = 120

type FirstPage = ReturnType<typeof createFirstPages>['firstPage']

/**
 * @param options.freshMs maximum age of the shared candidates; see `createFeedMemory`
 * @param options.whenHidden called after memes or people were hidden or shown again, on any node
 */
export function feedRoutes(
  app: FastifyInstance,
  deps: Deps,
  { freshMs, cards, whenHidden }: { freshMs: number | undefined; cards: KeptCards; whenHidden: () => void },
): { firstPage: FirstPage } {
  const memory = createFeedMemory(deps, freshMs, cards)
  const feedDeps = { ...deps, memory }
  const { firstPage, forget } = createFirstPages(feedDeps)
  hearOfChanges(app, deps, {
    forget() {
      memory.forget()
      forget()
      forgetTags()
      whenHidden()
    },
    forgetRelated: () => memory.forgetRelated(),
    forgetCards: () => memory.cards.forget(),
    outdate: () => memory.catalogues.outdate(),
  })

  registerCall(app, contract.getFeed, async ({ viewer, query, request }) => {
    if (viewer.kind === 'visitor' && query.cursor === undefined) {
      const page = await firstPage(viewer, query)
      request.uniquePart = cursorIn(page)
      return new RawJson(page)
    }
    const { memes, hasMore, next } = await getFeed(feedDeps, viewer, query)
    return new RawJson(withCursor(pageJson({ memes, hasMore }), next && writeCursor(deps, next)))
  })

  const byTime = [
    [contract.listFollowingFeed, 'following'],
    [contract.listNewFeed, 'new'],
  ] as const
  for (const [call, list] of byTime)
    registerCall(app, call, async ({ viewer, query }) => {
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

  return { firstPage }
}

/**
 * Invalidates this node's cached lists when memes are hidden, shown again, written or related on any node. While this node cannot
 * receive notifications, each request starts with empty caches.
 */
function hearOfChanges(
  app: FastifyInstance,
  deps: Pick<Deps, 'listen' | 'reads'>,
  hears: { forget(): void; forgetRelated(): void; forgetCards(): void; outdate(): void },
): void {
  const hear = (payload: string) => {
    if (payload === MEMES_RELATED) return hears.forgetRelated()
    deps.reads.noteChange()
    if (payload === MEME_WRITTEN) hears.outdate()
    else hears.forget()
  }
  const forgetAll = () => {
    hears.forgetCards()
    hear(MEMES_HIDDEN)
  }
  let isListening = false
  const setListening = (is: boolean) => () => {
    isListening = is
    forgetAll()
  }
  let listening: { close(): Promise<void> } | undefined
  app.addHook('onReady', async () => {
    listening = await deps.listen(VISIBILITY_CHANNEL, hear, setListening(true), setListening(false))
    isListening = true
  })
  app.addHook('onRequest', async () => {
    if (isListening) return
    hears.forgetCards()
    hears.forget()
  })
  app.addHook('onClose', async () => listening?.close())
}
