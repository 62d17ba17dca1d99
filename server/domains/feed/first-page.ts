import { createSharedAnswers } from '#server/platform/cache/shared-answers.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Visitor } from '#server/platform/viewer.ts'
import { type FeedDeps, type FeedInput, getFeed, pageJson, withCursor, writeCursor } from './get-feed.ts'

const FRESH_MS = 2000
const KEPT_MAX = 50

interface FirstPage {
  /** The output of `pageJson`. */
  json: string
  firstPageId: string | null
}

/**
 * The first page for visitors, built at most every two seconds and cached as text. Only the cursor differs, so that visits
 * continue independently.
 */
export function createFirstPages(deps: FeedDeps) {
  const pages = createSharedAnswers<FirstPage>({ freshMs: FRESH_MS, max: KEPT_MAX })

  async function make(viewer: Visitor, input: FeedInput): Promise<FirstPage> {
    const { memes, hasMore, next } = await getFeed(deps, viewer, input)
    return { json: pageJson({ memes, hasMore }), firstPageId: next?.firstPageId ?? null }
  }

  async function firstPage(viewer: Visitor, input: FeedInput): Promise<string> {
    const key = JSON.stringify([viewer.language, input.limit, input.cat ?? '', input.cat2 ?? ''])
    const began = Date.now()
    const { json, firstPageId } = await pages.of(key, () => make(viewer, input))
    const nextCursor = firstPageId === null ? null : writeCursor(deps, { visitId: newId(began), page: 2, firstPageId })
    return withCursor(json, nextCursor)
  }

  return {
    firstPage,
    /** Invalidates the cache, which may contain memes that are now hidden. */
    forget: () => pages.forget(),
  }
}
