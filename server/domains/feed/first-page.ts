import { getFeed as getFeedCall } from '#contract/memes/feed.ts'
import { compileSerializer } from '#server/platform/serialize.ts'
import type { Visitor } from '#server/platform/viewer.ts'
import { type FeedDeps, type FeedInput, feedResponse, getFeed } from './get-feed.ts'

const serialize = compileSerializer(getFeedCall.response)

/** Returns a first page that visitors may share: behind it, each of them continues with a visit of their own. */
export async function firstPage(deps: FeedDeps, viewer: Visitor, input: FeedInput) {
  const { next, ...page } = await getFeed(deps, viewer, input)
  return feedResponse(deps, { ...page, next: next && { ...next, isShared: true } })
}

/** The same in JSON, for documents that contain it. */
export async function firstPageJson(deps: FeedDeps, viewer: Visitor, input: FeedInput): Promise<string> {
  return serialize({ success: true, ...(await firstPage(deps, viewer, input)) })
}
