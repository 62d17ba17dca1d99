import type { FeedMeme, FeedReason } from '#contract/feed.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId, timeOf } from '#server/db/id.ts'
import { decodeCursor, encodeCursor } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { viewerKey } from '#server/viewer-key.ts'
import { memeCards } from '../memes/cards.ts'
import { listFollowedTags } from '../tags/follow-tag.ts'
import { findCandidates } from './candidate-queries.ts'
import { withFollowedTags } from './followed-tags.ts'
import { type FeedPageRow, findVisit, insertPage } from './queries.ts'
import { findEvidence } from './reader-queries.ts'
import { rankPage } from './rules.ts'
import { tagsOf } from './tags-of.ts'
import { interestsOf, learnTaste } from './taste.ts'

/** Followed tags that a page looks for, the latest first; all of them count in its ranking. */
const FOLLOWED_TAGS_MAX = 10

export interface FeedInput {
  limit: number
  cursor?: string | undefined
  cat?: string | undefined
  cat2?: string | undefined
}

export interface FeedPage {
  memes: FeedMeme[]
  hasMore: boolean
  /** Where the visit goes on; null at its end. */
  next: FeedPosition | null
}

export interface FeedPosition {
  visitId: string
  page: number
  /** The page that the visit began with; visitors share it. */
  firstPageId: string | null
}

type FeedDeps = Pick<Deps, 'config' | 'db'>

/**
 * One page of a visit. A page is fixed on first request, so that a cursor always gives the same page and a visit neither
 * repeats nor skips memes when the ranking changes. Throws cursor.invalid.
 */
export async function getFeed(deps: FeedDeps, viewer: Viewer, input: FeedInput): Promise<FeedPage> {
  if (input.cursor === undefined) {
    const position = { visitId: newId(), page: 1, firstPageId: null }
    return presentPage(deps, viewer, position, await makePage(deps, viewer, position, input, []))
  }
  const position = readCursor(deps, input.cursor)
  const { fixed, isKnown, groups } = await findVisit(deps.db, position.visitId, position.firstPageId, position.page)
  if (!isKnown) throw new AppError('cursor.invalid')
  return presentPage(deps, viewer, position, fixed ?? (await makePage(deps, viewer, position, input, groups)))
}

async function makePage(
  deps: FeedDeps,
  viewer: Viewer,
  position: FeedPosition,
  input: FeedInput,
  before: string[],
): Promise<FeedPageRow> {
  const now = new Date()
  const userId = viewer.kind === 'member' ? viewer.userId : null
  const audience = {
    visitId: position.visitId,
    firstPageId: position.firstPageId,
    viewer,
    userId,
    viewerKey: viewerKey(deps.config.authSecret, viewer, now),
    since: userId === null ? new Date(timeOf(position.visitId)) : new Date(0),
    tags: tagsOf(input),
  }
  // Of a visitor who just came nothing can be known.
  const evidence = userId === null && position.page === 1 ? [] : await findEvidence(deps.db, audience)
  const followed = userId === null ? [] : await listFollowedTags(deps, userId)
  const learned = learnTaste(evidence)
  const taste = withFollowedTags(learned, followed)
  const interests = interestsOf(evidence, learned)
  const tags = [...new Set([...interests.tags, ...followed.slice(0, FOLLOWED_TAGS_MAX)])]
  const search = { ...interests, tags, acted: evidence.map((piece) => piece.memeId) }
  const candidates = await findCandidates(deps.db, audience, search, input.limit + 1)
  const picks = rankPage(candidates, {
    seed: position.visitId,
    now,
    limit: input.limit,
    userId,
    language: viewer.kind === 'member' ? viewer.contentLanguage : viewer.language,
    before,
    taste,
  })
  const page = {
    id: newId(),
    memeIds: picks.map((pick) => pick.id),
    reasons: picks.map((pick) => pick.reason),
    groups: picks.map((pick) => pick.group),
    hasMore: candidates.length > picks.length,
  }
  return withTransaction(deps.db, (tx) =>
    insertPage(tx, { ...page, visitId: position.visitId, page: position.page, userId }),
  )
}

async function presentPage(
  deps: FeedDeps,
  viewer: Viewer,
  position: FeedPosition,
  row: FeedPageRow,
): Promise<FeedPage> {
  const cards = await memeCards(deps.db, viewer, row.memeIds)
  const reasons = new Map(row.memeIds.map((id, index) => [id, row.reasons[index] as FeedReason]))
  return {
    memes: cards.map((card) => ({ ...card, reason: reasons.get(card._id) })),
    hasMore: row.hasMore,
    next: row.hasMore
      ? { visitId: position.visitId, page: position.page + 1, firstPageId: position.firstPageId ?? row.id }
      : null,
  }
}

export function writeCursor(deps: Pick<Deps, 'config'>, position: FeedPosition): string {
  return encodeCursor(deps.config.authSecret, ['feed', position.visitId, position.page, position.firstPageId])
}

function readCursor(deps: Pick<Deps, 'config'>, cursor: string): FeedPosition & { firstPageId: string } {
  const [kind, visitId, page, firstPageId] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'feed' || typeof visitId !== 'string' || typeof page !== 'number' || typeof firstPageId !== 'string')
    throw new AppError('cursor.invalid')
  return { visitId, page, firstPageId }
}
