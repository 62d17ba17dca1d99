import { cutShown } from '#contract/bounded.ts'
import { IMAGE_TEXT_MAX_CHARS } from '#contract/limits.ts'
import type { MisreadMeme } from '#contract/moderation/wrong-words.ts'
import { normalText } from '#contract/people/names.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { lockForDecision } from '../memes/review.ts'
import { notifyOfModeration } from '../notifications/notify.ts'
import { findUploader } from './decision-queries.ts'
import { cardsWithUploaders, type DeskPage, keysetOf, type PageInput, pageOf } from './list-desk.ts'
import { appendLog } from './queries.ts'
import { requirePower } from './require-power.ts'
import { closeWrongWords, countWrongWordsOf, findWrongWords, insertWrongWords } from './wrong-words-queries.ts'

/** Reported memes per day of which an owner is notified. Moderators see all of them. */
const NOTICES_PER_DAY = 5
const DAY_MS = 86_400_000

/**
 * Reports the words of a meme as wrong, to its owner and the moderators. The same words are reported once. Throws meme.notFound,
 * meme.removed, auth.accountSuspended.
 * @param seen the words on the reporter's screen; others were corrected in the meantime
 */
export async function reportWrongWords(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Viewer,
  memeId: string,
  seen: string,
): Promise<void> {
  if (viewer.kind === 'member' && viewer.suspended) throw new AppError('auth.accountSuspended')
  const { userId, name, imageText = '' } = await getMeme(deps, viewer, memeId)
  if (normalText(cutShown(imageText, IMAGE_TEXT_MAX_CHARS)) !== seen) return
  await withTransaction(deps.db, async (tx) => {
    if (!(await insertWrongWords(tx, memeId)) || userId === null) return
    if (viewer.kind === 'member' && viewer.userId === userId) return
    const since = new Date(Date.now() - DAY_MS)
    if ((await countWrongWordsOf(tx, userId, since, NOTICES_PER_DAY + 1)) > NOTICES_PER_DAY) return
    const meme = { id: memeId, name }
    await notifyOfModeration(tx, userId, { decisionId: `words ${memeId}`, action: 'wrongWords', reason: '', meme })
  })
}

/** Returns one page of memes with reported words, longest waiting first. Throws cursor.invalid. */
export async function listWrongWords(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  input: PageInput,
): Promise<DeskPage<MisreadMeme>> {
  const rows = await findWrongWords(deps.db, input.limit + 1, keysetOf(deps, 'words', input))
  const { page, ...rest } = pageOf(deps, 'words', rows, input.limit)
  const cards = await cardsWithUploaders(
    deps,
    page.map(({ id }) => id),
  )
  const data = page.flatMap(({ id, at }): MisreadMeme[] => {
    const card = cards.get(id)
    return card ? [{ _id: id, memeId: id, ...card, reportedAt: at.toISOString() }] : []
  })
  return { data, ...rest }
}

/** Closes the report of a meme's words without changing them. Throws report.notFound and the errors of `requirePower`. */
export async function confirmWords(deps: Pick<Deps, 'db'>, by: string, memeId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockForDecision(tx, memeId)
    await requirePower(tx, by, await findUploader(tx, memeId), 'content')
    if (!(await closeWrongWords(tx, memeId))) throw new AppError('report.notFound')
    await appendLog(tx, [{ action: 'wordsRight', targetKind: 'meme', targetId: memeId, reason: '', actorId: by }])
  })
}
