import { createHash } from 'node:crypto'
import type { FeedMeme, FeedReason } from '#contract/memes/feed.ts'
import { withStatement } from '#server/platform/db/db.ts'
import { newId, timeOf } from '#server/platform/db/id.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { viewerKey } from '#server/platform/viewer-key.ts'
import { isCandidate } from '../memes/lists/in-memory.ts'
import { type Audience, feedScope, findCandidates } from './candidate-queries.ts'
import type { FeedMemory } from './catalog/feed-memory.ts'
import { gather } from './catalog/gather.ts'
import type { Profile } from './catalog/profiles.ts'
import { EMPTY_STATE, findViewerState, type ViewerState } from './catalog/viewer-state-queries.ts'
import { type FixedPage, findVisit, fixPage } from './queries.ts'
import { requestedTags } from './requested-tags.ts'
import { type Candidate, rankPage } from './rules.ts'

/** Memes ranked beyond a page, to replace candidates that have become unavailable. */
const SPARE = 3

export interface FeedInput {
  limit: number
  cursor?: string | undefined
  cat?: string | undefined
  cat2?: string | undefined
}

export interface FeedPage {
  memes: FeedMeme[]
  hasMore: boolean
  /** The position of the next page; null at the end of the visit. */
  next: FeedPosition | null
}

export interface FeedPosition {
  visitId: string
  page: number
  /** The page that the visit began with. Visitors share it. */
  firstPageId: string | null
  /** True if visitors share the cursor. Each of them then continues with a visit of their own. */
  isShared?: boolean
}

export type FeedDeps = Pick<Deps, 'config' | 'db' | 'caches'> & { memory: FeedMemory }

/**
 * Returns one page of a visit. The first request for a page fixes it, so that a cursor always returns the same page, and a visit
 * neither repeats nor skips memes when the ranking changes. Throws cursor.invalid.
 */
export async function getFeed(deps: FeedDeps, viewer: Viewer, input: FeedInput): Promise<FeedPage> {
  if (input.cursor === undefined) {
    const position = { visitId: newId(), page: 1, firstPageId: null }
    const audience = audienceOf(deps, viewer, position, input)
    // A new visitor has no state yet, so skip the query.
    const state = viewer.kind === 'visitor' ? EMPTY_STATE : await findViewerState(deps.db, audience)
    return presentPage(position, await makePage(deps, audience, position, input, { state, before: [] }))
  }
  const { isShared, ...named } = readCursor(deps, input.cursor)
  const key = viewerKey(deps.config.authSecret, viewer, new Date())
  const position = isShared ? { ...named, visitId: ownVisit(named.visitId, key) } : named
  const audience = audienceOf(deps, viewer, position, input)
  const { fixed, isKnown, groups, viewerState } = await findVisit(deps, audience, position.page)
  if (!isKnown) throw new AppError('cursor.invalid')
  return presentPage(
    position,
    fixed ?? (await makePage(deps, audience, position, input, { state: viewerState, before: groups })),
  )
}

function audienceOf(deps: FeedDeps, viewer: Viewer, position: FeedPosition, input: FeedInput): Audience {
  const userId = viewer.kind === 'member' ? viewer.userId : null
  return {
    visitId: position.visitId,
    firstPageId: position.firstPageId,
    viewer,
    userId,
    viewerKey: viewerKey(deps.config.authSecret, viewer, new Date()),
    since: userId === null ? new Date(timeOf(position.visitId)) : new Date(0),
    tags: requestedTags(input),
  }
}

async function makePage(
  deps: FeedDeps,
  audience: Audience,
  position: FeedPosition,
  input: FeedInput,
  { state, before }: { state: ViewerState; before: string[] },
): Promise<FixedPage> {
  const { viewer, userId } = audience
  const profile = await deps.memory.profiles.get(deps.db, audience, state)
  const candidates = await candidatesFor(deps, audience, state, profile, input.limit + SPARE + 1)
  const picks = rankPage(candidates, {
    seed: position.visitId,
    now: new Date(),
    limit: input.limit + SPARE,
    userId,
    language: viewer.kind === 'member' ? viewer.contentLanguage : viewer.language,
    before,
    taste: profile.taste,
  })
  const page = {
    id: newId(),
    visitId: position.visitId,
    page: position.page,
    userId,
    picks,
    limit: input.limit,
    hasMore: candidates.length > picks.length,
    scope: feedScope(audience),
  }
  const made = await withStatement(deps.db, (tx) => fixPage({ ...deps, db: tx }, viewer, page))
  if (made) return made
  // Another request fixed the page first.
  const { fixed } = await findVisit(deps, audience, position.page)
  if (!fixed) throw new AppError('cursor.invalid')
  return fixed
}

/** Returns at least `atLeast` candidates if the viewer has that many left: from memory, or otherwise from the database. */
async function candidatesFor(
  deps: FeedDeps,
  audience: Audience,
  state: ViewerState,
  profile: Profile,
  atLeast: number,
): Promise<Candidate[]> {
  const { catalogs, profiles } = deps.memory
  const catalog = await catalogs.current()
  if (catalog.isWhole || audience.tags.length === 0) {
    const isOffered = isCandidate(audience.viewer, feedScope(audience), state)
    const gathered = gather(catalog, {
      state,
      actedKeys: profile.actedKeys,
      personal: await profiles.personalOf(deps.db, audience, profile, state, catalog),
      isOffered: (meme) => isOffered(meme) && audience.tags.every((tag) => meme.tags.includes(tag)),
      atLeast,
      seed: `${audience.visitId} ${state.shown.length}`,
    })
    if (gathered) return gathered
  }
  return findCandidates(deps.db, audience, { ...profile.interests, acted: profile.acted }, atLeast)
}

function presentPage(position: FeedPosition, { row, memes }: FixedPage): FeedPage {
  const reasons = new Map(row.memeIds.map((id, index) => [id, row.reasons[index] as FeedReason]))
  return {
    memes: memes.flatMap((meme) => {
      const reason = reasons.get(meme._id)
      return reason ? [{ ...meme, reason }] : []
    }),
    hasMore: row.hasMore,
    next: row.hasMore
      ? { visitId: position.visitId, page: position.page + 1, firstPageId: position.firstPageId ?? row.id }
      : null,
  }
}

/** Returns a page as the response of `getFeed`. */
export const feedResponse = (deps: Pick<Deps, 'config'>, { memes, hasMore, next }: FeedPage) => ({
  data: { success: true as const, recommendations: memes },
  hasMore,
  nextCursor: next && writeCursor(deps, next),
})

export function writeCursor(deps: Pick<Deps, 'config'>, position: FeedPosition): string {
  const { visitId, page, firstPageId, isShared } = position
  return encodeCursor(deps.config.authSecret, ['feed', visitId, page, firstPageId, ...(isShared ? [SHARED] : [])])
}

function readCursor(deps: Pick<Deps, 'config'>, cursor: string): FeedPosition & { firstPageId: string } {
  const [kind, visitId, page, firstPageId, shared] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'feed' || typeof visitId !== 'string' || typeof page !== 'number' || typeof firstPageId !== 'string')
    throw new AppError('cursor.invalid')
  return { visitId, page, firstPageId, isShared: shared === SHARED }
}

const SHARED = 'shared'

/** Returns the id of one visitor's visit that began with a shared page: a UUID of the same time, always the same one. */
function ownVisit(visitId: string, key: string): string {
  const digits = createHash('sha256').update(`${visitId} ${key}`).digest('hex')
  return `${visitId.slice(0, 15)}${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`
}
