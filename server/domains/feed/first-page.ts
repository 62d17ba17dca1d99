import type { Visitor } from '#server/platform/viewer.ts'
import { type FeedDeps, type FeedInput, getFeed, pageJson, withCursor, writeCursor } from './get-feed.ts'

/** Returns a first page in JSON that visitors may share: behind it, each of them continues with a visit of their own. */
export async function firstPage(deps: FeedDeps, viewer: Visitor, input: FeedInput): Promise<string> {
  const { memes, hasMore, next } = await getFeed(deps, viewer, input)
  return withCursor(pageJson({ memes, hasMore }), next && writeCursor(deps, { ...next, isShared: true }))
}
