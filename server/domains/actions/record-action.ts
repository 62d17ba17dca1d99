import type { ActionInput, ActionName, ActionResult } from '#contract/actions.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Viewer } from '#server/viewer.ts'
import { addressKey, viewerKey } from '#server/viewer-key.ts'
import { getMeme } from '../memes/get-meme.ts'
import { type AppliedAction, applyActions, type WantedAction } from './apply-actions.ts'
import { createGroupCommit } from './group-commit.ts'
import { isWindowed } from './rules.ts'

/** An action on one meme. */
export interface MemeAction extends Pick<ActionInput, 'active' | 'metadata'> {
  memeId: string
  action: ActionName
}

const TOGETHER_MAX = 200

/**
 * Records views, likes, dislikes, copies and album changes: state, exact counters, hourly sums and ledger in one transaction,
 * shared by concurrent actions on the same meme. Throws meme.notFound, and auth.required for a visitor's like, dislike or album
 * change.
 */
export function createActionRecorder(deps: Pick<Deps, 'config' | 'db'>) {
  const commit = createGroupCommit<WantedAction, AppliedAction>(
    (memeId, actions) => withTransaction(deps.db, (tx) => applyActions(tx, memeId, actions)),
    TOGETHER_MAX,
  )

  return async function recordAction(viewer: Viewer, input: MemeAction): Promise<ActionResult> {
    if (viewer.kind === 'visitor' && !isWindowed(input.action)) throw new AppError('auth.required')
    if (viewer.kind === 'member' && viewer.suspended && !isWindowed(input.action))
      throw new AppError('auth.accountSuspended')
    // A visitor's response only needs the counters, so that a crowd on a hot meme costs no query each.
    const meme = viewer.kind === 'member' ? await getMeme(deps, viewer, input.memeId) : null
    const now = new Date()
    const result = await commit(input.memeId, {
      userId: viewer.kind === 'member' ? viewer.userId : null,
      viewerKey: viewerKey(deps.config.authSecret, viewer, now),
      addressKey: addressKey(deps.config.authSecret, viewer, now),
      action: input.action,
      active: input.active,
      source: input.metadata?.sourceType ?? null,
      device: input.metadata?.deviceType ?? null,
      language: input.metadata?.userPreferences?.language ?? null,
    }).catch(async (error: unknown) => {
      // Throws meme.notFound or meme.removed, whichever applies.
      if (error instanceof AppError && error.code === 'meme.notFound') await getMeme(deps, viewer, input.memeId)
      throw error
    })
    return {
      memeId: input.memeId,
      stats: result.stats,
      ...(meme?.viewer ? { viewer: { ...meme.viewer, ...result.viewer } } : {}),
    }
  }
}
