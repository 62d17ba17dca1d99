import { setImmediate } from 'node:timers/promises'
import type { ActionInput, ActionName, ActionResult } from '#contract/memes/actions.ts'
import { createBatches } from '#server/platform/batches.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { addressKey, viewerKey } from '#server/platform/viewer-key.ts'
import { getMeme } from '../memes/get-meme.ts'
import { applyActions } from './apply-actions.ts'
import type { AppliedAction, RequestedAction } from './changes.ts'
import { isWindowed } from './rules.ts'

export interface MemeAction extends Pick<ActionInput, 'active' | 'metadata'> {
  memeId: string
  action: ActionName
}

const TOGETHER_MAX = 200
/**
 * Maximum batches that a node writes at once. The embedded engine has one connection; two are enough to use PostgreSQL and the
 * node fully.
 */
const LANES_MAX = 2

/**
 * Records views, likes, dislikes, copies and album changes: state, exact counters, hourly sums and ledger in one transaction.
 * Actions that arrive during a write share the next transaction, whatever their memes. A meme locked by another transaction is
 * skipped and then written on its own, so that only actions on that meme wait for it. Throws meme.notFound, auth.required for a
 * visitor's like, dislike or album change, and auth.accountSuspended for a suspended member's.
 */
export function createActionRecorder(deps: Pick<Deps, 'config' | 'db' | 'caches' | 'connections'>) {
  const batchesOf = (locking: 'waits' | 'passes') =>
    createBatches<RequestedAction, AppliedAction | null>(
      (_key, take) =>
        withTransaction(deps.db, async (tx) => {
          // The connection may have become free with the sessions of further requests, which join the batch first.
          await setImmediate()
          return applyActions(tx, take(), locking)
        }),
      TOGETHER_MAX,
    )
  const commitTogether = batchesOf('passes')
  const commitAlone = batchesOf('waits')
  const lanes = Math.min(LANES_MAX, deps.connections.most)
  /** Sends all actions on one meme to the same lane, which preserves their order. */
  const laneOf = (memeId: string) => `${Number.parseInt(memeId.slice(-4), 16) % lanes}`

  return async function recordAction(viewer: Viewer, input: MemeAction): Promise<ActionResult> {
    if (viewer.kind === 'visitor' && !isWindowed(input.action)) throw new AppError('auth.required')
    if (viewer.kind === 'member' && viewer.suspended && !isWindowed(input.action))
      throw new AppError('auth.accountSuspended')
    const now = new Date()
    const memeId = input.memeId.toLowerCase()
    const wanted: RequestedAction = {
      memeId,
      userId: viewer.kind === 'member' ? viewer.userId : null,
      viewerKey: viewerKey(deps.config.authSecret, viewer, now),
      addressKey: addressKey(deps.config.authSecret, viewer, now),
      action: input.action,
      active: input.active,
      source: input.metadata?.sourceType ?? null,
      device: input.metadata?.deviceType ?? null,
      language: input.metadata?.userPreferences?.language ?? null,
    }
    const result = (await commitTogether(laneOf(memeId), wanted)) ?? (await commitAlone(memeId, wanted))
    if (!result) {
      // Throws meme.notFound or meme.removed, whichever applies.
      await getMeme(deps, viewer, memeId)
      throw new AppError('meme.notFound')
    }
    return { memeId: input.memeId, stats: result.stats, ...(result.viewer ? { viewer: result.viewer } : {}) }
  }
}
