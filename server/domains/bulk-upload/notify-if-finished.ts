import type { Tx } from '#server/platform/db/db.ts'
import { notifyOfUpload } from '../notifications/notify.ts'
import { findOutcome } from './queries.ts'

/** Notifies the member after the last file of an upload. */
export async function notifyIfFinished(tx: Tx, uploadId: string): Promise<void> {
  const outcome = await findOutcome(tx, uploadId)
  if (!outcome) return
  const { userId, ...counts } = outcome
  await notifyOfUpload(tx, userId, { uploadId, ...counts })
}
