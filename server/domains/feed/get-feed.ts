import type { FeedMeme, FeedReason } from '#contract/feed.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { decodeCursor, encodeCursor } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { type FeedPageRow, findCandidates, findPage, findShown, insertPage } from './queries.ts'
import { rankPage } from './rules.ts'

export interface FeedInput {
  limit: number
  cursor?: string | undefined
  cat?: string | undefined
  cat2?: string | undefined
}

export interface FeedPage {
  memes: FeedMeme[]
  hasMore: boolean
  nextCursor: string | null
}

interface Place {
  visitId: string
  page: number
  /** The page that the visit began with; visitors share it. */
  firstPageId: string | null
}

type FeedDeps = Pick<Deps, 'config' | 'db'>

/**
 * One page of a visit. The page is fixed when first asked for, so that a cursor always gives the same page and a visit
 * neither repeats nor skips, whatever the ranking does meanwhile. Throws cursor.invalid.
 */
export async function getFeed(deps: FeedDeps, viewer: Viewer, input: FeedInput): Promise<FeedPage> {
  const place =
    input.cursor === undefined ? { visitId: newId(), page: 1, firstPageId: null } : readCursor(deps, input.cursor)
  const fixed = await findPage(deps.db, place.visitId, place.page)
  const { row, firstPageId } = fixed
    ? { row: fixed, firstPageId: place.firstPageId ?? fixed.id }
    : await makePage(deps, viewer, place, input)
  return presentPage(deps, viewer, row, { ...place, firstPageId }, input.limit)
}

async function makePage(
  deps: FeedDeps,
  viewer: Viewer,
  place: Place,
  input: FeedInput,
): Promise<{ row: FeedPageRow; firstPageId: string }> {
  const { shown, isKnown } = place.firstPageId
    ? await findShown(deps.db, place.visitId, place.firstPageId)
    : { shown: [], isKnown: true }
  if (!isKnown) throw new AppError('cursor.invalid')
  const tags = [input.cat, input.cat2].flatMap((tag) => (tag ? [tag.normalize('NFC').toLowerCase()] : []))
  const candidates = await findCandidates(deps.db, shown, tags)
  const picks = rankPage(candidates, { seed: place.visitId, now: new Date(), limit: input.limit })
  const id = newId()
  const page = { id, memeIds: picks.map((pick) => pick.id), reasons: picks.map((pick) => pick.reason) }
  await withTransaction(deps.db, (tx) =>
    insertPage(tx, {
      ...page,
      visitId: place.visitId,
      page: place.page,
      userId: viewer.kind === 'member' ? viewer.userId : null,
    }),
  )
  const row = (await findPage(deps.db, place.visitId, place.page)) ?? page
  return { row, firstPageId: place.firstPageId ?? row.id }
}

async function presentPage(
  deps: FeedDeps,
  viewer: Viewer,
  row: FeedPageRow,
  place: Place,
  limit: number,
): Promise<FeedPage> {
  const cards = await memeCards(deps.db, viewer, row.memeIds)
  const reasons = new Map(row.memeIds.map((id, index) => [id, row.reasons[index] as FeedReason]))
  const hasMore = row.memeIds.length >= limit
  return {
    memes: cards.map((card) => ({ ...card, reason: reasons.get(card._id) })),
    hasMore,
    nextCursor: hasMore ? writeCursor(deps, { ...place, page: place.page + 1 }) : null,
  }
}

export function writeCursor(deps: Pick<Deps, 'config'>, place: Place): string {
  return encodeCursor(deps.config.authSecret, ['feed', place.visitId, place.page, place.firstPageId])
}

function readCursor(deps: Pick<Deps, 'config'>, cursor: string): Place {
  const [kind, visitId, page, firstPageId] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'feed' || typeof visitId !== 'string' || typeof page !== 'number' || typeof firstPageId !== 'string')
    throw new AppError('cursor.invalid')
  return { visitId, page, firstPageId }
}
