import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { DeletedUser } from '../auth/account/delete-account.ts'
import { forgetQueuedMails } from '../mail/forget-mails.ts'
import { findExportFiles } from './export-queries.ts'
import { removeExportFilesJob } from './jobs.ts'
import { cutFromPages, deleteWindows, findTraceIds, forgetDuplicates } from './trace-queries.ts'

/**
 * Part of account deletion, before the cascade: removes references to the member that are not foreign keys. A job removes export
 * files after the commit.
 */
export async function forgetTraces(deps: Pick<Deps, 'jobs'>, tx: Tx, user: DeletedUser): Promise<void> {
  const { memeIds, uploadIds } = await findTraceIds(tx, user.id)
  const files = await findExportFiles(tx, user.id)
  await deleteWindows(tx, user.id)
  if (memeIds.length > 0) {
    await cutFromPages(tx, memeIds)
    await forgetDuplicates(tx, memeIds)
  }
  await deps.jobs.forgetIds(tx, [user.id, ...memeIds, ...uploadIds])
  await forgetQueuedMails(deps, tx, user)
  if (files.length > 0) await deps.jobs.enqueue(tx, removeExportFilesJob, { keys: files })
}
