import type { ActionInput } from '#contract/actions.ts'
import type { MemeStats, MemeViewer } from '#contract/memes.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import {
  addToCounters,
  addUse,
  appendToLedger,
  lockReaction,
  openWindow,
  readStats,
  setInAlbum,
  setReaction,
} from './queries.ts'
import {
  addressKey,
  type Deltas,
  NO_DELTAS,
  nextReaction,
  reactionDeltas,
  scaledPoint,
  viewerKey,
  WINDOW_SECONDS,
} from './rules.ts'

export interface ActionAnswer {
  memeId: string
  stats: MemeStats
  viewer?: MemeViewer
}

/**
 * Records a view, like, dislike, copy or album change: state, exact counters, hourly sums and ledger in one transaction.
 * Throws meme.notFound, and auth.required for a visitor's like, dislike or album.
 */
export async function recordAction(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  input: ActionInput,
): Promise<ActionAnswer> {
  if (viewer.kind === 'visitor' && !(input.action in WINDOW_SECONDS)) throw new AppError('auth.required')
  const meme = await getMeme(deps, viewer, input.memeId)
  const now = new Date()
  const keys = {
    viewer: viewerKey(deps.config.authSecret, viewer, now),
    address: addressKey(deps.config.authSecret, viewer, now),
  }
  const result = await withTransaction(deps.db, async (tx) => {
    const change = await applyState(tx, viewer, input, keys.viewer)
    if (change.delta !== 0) {
      await addToCounters(tx, input.memeId, meme.userId, change.deltas)
      await appendToLedger(tx, {
        memeId: input.memeId,
        userId: viewer.kind === 'member' ? viewer.userId : null,
        viewerKey: keys.viewer,
        addressKey: keys.address,
        action: input.action,
        delta: change.delta,
        source: input.metadata?.sourceType ?? null,
        device: input.metadata?.deviceType ?? null,
        language: input.metadata?.userPreferences?.language ?? null,
      })
      const scaled = scaledPoint(input.action, now) * change.delta
      if (viewer.kind === 'member' && scaled !== 0) await addUse(tx, viewer.userId, input.memeId, scaled)
    }
    return { stats: await readStats(tx, input.memeId), viewer: change.viewer }
  })
  return {
    memeId: input.memeId,
    stats: result.stats,
    ...(meme.viewer ? { viewer: { ...meme.viewer, ...result.viewer } } : {}),
  }
}

interface Change {
  delta: -1 | 0 | 1
  deltas: Deltas
  viewer: Partial<MemeViewer>
}

async function applyState(tx: Tx, viewer: Viewer, input: ActionInput, key: string): Promise<Change> {
  const { action, active, memeId } = input
  if (action === 'view' || action === 'copy') {
    const counts = active !== false && (await openWindow(tx, key, memeId, action, WINDOW_SECONDS[action] ?? 0))
    const deltas = action === 'view' ? { ...NO_DELTAS, views: 1 } : { ...NO_DELTAS, copies: 1 }
    return { delta: counts ? 1 : 0, deltas, viewer: {} }
  }
  if (viewer.kind !== 'member') throw new AppError('auth.required')
  if (action === 'add-to-album') {
    const delta = await setInAlbum(tx, viewer.userId, memeId, active)
    const isInAlbum = delta === 0 ? active === true : delta === 1
    return { delta, deltas: { ...NO_DELTAS, albums: delta }, viewer: { isInAlbum } }
  }
  const before = await lockReaction(tx, viewer.userId, memeId)
  const after = nextReaction(before, action, active)
  if (after !== before) await setReaction(tx, viewer.userId, memeId, after)
  const delta = (Number(after === action) - Number(before === action)) as -1 | 0 | 1
  return {
    delta,
    deltas: reactionDeltas(before, after),
    viewer: { isLiked: after === 'like', isDisliked: after === 'dislike' },
  }
}
