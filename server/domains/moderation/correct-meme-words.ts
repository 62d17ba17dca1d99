import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockForDecision } from '../memes/review.ts'
import type { UploadHooks } from '../memes/upload-meme.ts'
import { notifyOfModeration } from '../notifications/notify.ts'
import { correctWords } from '../search/indexing/correct-words.ts'
import { appendLog } from './queries.ts'
import { requirePower } from './require-power.ts'

/**
 * Corrects the words in another member's meme, and notifies the member. Throws meme.notFound, also for removed memes, and the errors of
 * `requirePower`; uploaders correct their own memes by editing them.
 */
export async function correctMemeWords(
  deps: Pick<Deps, 'db'> & Pick<UploadHooks, 'onMemeWritten'>,
  by: string,
  memeId: string,
  text: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockForDecision(tx, memeId)
    if (!meme || meme.status === 'removed') throw new AppError('meme.notFound')
    await requirePower(tx, by, meme.user_id, 'content')
    if ((await correctWords(tx, memeId, text, 'moderator')) === null) return
    await deps.onMemeWritten(tx, meme)
    const decisionId = newId()
    await appendLog(tx, [
      { id: decisionId, action: 'words', targetKind: 'meme', targetId: memeId, reason: '', actorId: by },
    ])
    const about = { id: memeId, name: meme.name }
    if (meme.user_id)
      await notifyOfModeration(tx, meme.user_id, { decisionId, action: 'words', reason: '', meme: about })
  })
}
