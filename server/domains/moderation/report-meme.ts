import type { ReportInput } from '#contract/moderation/moderation.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { insertReport } from './queries.ts'
import { reporterKey } from './rules.ts'

/**
 * Stores a report for the moderators; multiple reports of a meme by one person count once. Throws meme.notFound, meme.removed.
 */
export async function reportMeme(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  viewer: Viewer,
  memeId: string,
  input: ReportInput,
): Promise<void> {
  if (viewer.kind === 'member' && viewer.suspended) throw new AppError('auth.accountSuspended')
  await getMeme(deps, viewer, memeId)
  await withTransaction(deps.db, (tx) =>
    insertReport(tx, {
      memeId,
      reporterId: viewer.kind === 'member' ? viewer.userId : null,
      reporterKey: reporterKey(deps.config.authSecret, viewer, new Date()),
      reason: input.reason,
      note: input.note ?? '',
    }),
  )
}
