import { buffer } from 'node:stream/consumers'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { UnreadablePicture } from '#server/platform/scoring/picture-scorer.ts'
import { holdForReview, lockForDecision, storeScore } from '../../memes/review.ts'
import { notifyOfModeration } from '../../notifications/notify.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { appendLog } from '../queries.ts'
import { findPictureToScore, isDecidedByPerson } from './queries.ts'

type ScoreDeps = Pick<Deps, 'db' | 'blobs' | 'scorer' | 'log'>

/**
 * Scores a meme's picture once. At or above the site's threshold, it marks the meme as sensitive and, if the site's settings
 * require it, holds it for review. Below, it only stores the score. Decisions by people stay unchanged. Throws if the model
 * fails; the job then retries.
 */
export async function scoreMeme(deps: ScoreDeps, memeId: string): Promise<void> {
  const score = await scorePicture(deps, memeId)
  if (score === undefined) return
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockForDecision(tx, memeId)
    if (!meme || meme.status === 'removed' || meme.sensitive_score !== null) return
    const { sensitiveThreshold, sensitiveReview } = await readSettings(tx)
    const isSensitive = score * 100 >= sensitiveThreshold && !(await isDecidedByPerson(tx, memeId))
    await storeScore(tx, meme, score, isSensitive)
    if (!isSensitive) return
    const isHeld = sensitiveReview && meme.status === 'ready'
    if (isHeld) await holdForReview(tx, meme)
    const decisionId = newId()
    const reason = `${Math.round(score * 100)} %`
    const entry = { id: decisionId, targetKind: 'meme', targetId: memeId, reason, actorId: null } as const
    await appendLog(tx, [{ ...entry, action: isHeld ? 'autoReview' : 'autoSensitive' }])
    const isNews = isHeld || !meme.sensitive
    if (meme.user_id && isNews)
      await notifyOfModeration(tx, meme.user_id, {
        decisionId,
        action: isHeld ? 'autoReview' : 'autoSensitive',
        reason: '',
        meme: { id: memeId, name: meme.name },
      })
  })
}

/** Returns a score from 0 to 1; undefined if there is nothing to score. */
async function scorePicture(deps: ScoreDeps, memeId: string): Promise<number | undefined> {
  if (!deps.scorer || !(await readSettings(deps.db)).sensitiveScoring) return undefined
  const key = await findPictureToScore(deps.db, memeId)
  const file = key === undefined ? null : await deps.blobs.read(key)
  if (!file) return undefined
  try {
    return await deps.scorer.score(await buffer(file.stream))
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error
    deps.log.warn({ err: error, memeId }, 'the picture cannot be scored')
    return undefined
  }
}
