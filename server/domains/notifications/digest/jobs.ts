import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { recurringJob } from '#server/platform/jobs/recurring-job.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { unsubscribeToken } from '../../users/unsubscribe.ts'
import { findNotificationsById } from '../queries.ts'
import { textOf } from '../texts.ts'
import { digestMail } from './mail.ts'
import { findDueMembers, lockAddressee, takeDue } from './queries.ts'

type DigestDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

const MEMBERS_A_RUN = 500
const LINES_MAX = 20

/** Mails a digest of likes, new memes, finished uploads and saved searches to members who receive these by mail. */
export const mailDigestsJob = recurringJob({
  name: 'mail-notifications',
  retryLimit: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 240,
  concurrency: 1,
  cron: '*/5 * * * *',
})

export const mailDigestsWorker = (deps: DigestDeps) =>
  worker(mailDigestsJob, (_, signal) => mailDigests(deps, { signal }))

export async function mailDigests(deps: DigestDeps, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  for (const userId of await findDueMembers(deps.db, MEMBERS_A_RUN)) {
    if (signal?.aborted) return
    await mailDigest(deps, userId)
  }
}

/** Mails one member's digest. Queues the mail and marks the news as mailed in one transaction. */
async function mailDigest(deps: DigestDeps, userId: string): Promise<void> {
  const { authSecret, publicUrl } = deps.config
  await withTransaction(deps.db, async (tx) => {
    const to = await lockAddressee(tx, userId)
    if (!to?.email) return
    const rows = await findNotificationsById(tx, await takeDue(tx, userId, LINES_MAX))
    if (rows.length === 0) return
    const lines = rows.map((row) => textOf(row, to.language))
    const site = { publicUrl, unsubscribeToken: unsubscribeToken(authSecret, userId) }
    await enqueueMail(deps, tx, digestMail({ email: to.email, language: to.language }, lines, site))
  })
}
