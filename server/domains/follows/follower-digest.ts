import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { worker } from '#server/platform/jobs/jobs.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { unsubscribeToken } from '../users/unsubscribe.ts'
import { followerDigestJob } from './jobs.ts'
import { followerMail } from './mails.ts'
import { findLastMail, lockAddressee, recordMailTime, takeWaitingNotices } from './notice-queries.ts'
import { mailWaitSeconds } from './rules.ts'

type DigestDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

export const followerDigestWorker = (deps: DigestDeps) =>
  worker(followerDigestJob, ({ userId }) => sendFollowerDigest(deps, userId))

/**
 * Sends one email with all new followers since the last one. Sends none if there are none or if emails are turned off; postpones
 * it if the last email is less than an hour old. Queues the email and marks the followers in one transaction.
 */
export async function sendFollowerDigest(deps: DigestDeps, userId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const person = await lockAddressee(tx, userId)
    if (!person) return
    const wait = mailWaitSeconds(await findLastMail(tx, userId), new Date())
    if (wait > 0) return deps.jobs.enqueue(tx, followerDigestJob, { userId }, { key: userId, afterSeconds: wait })
    const followers = await takeWaitingNotices(tx, userId)
    if (followers.length === 0 || person.email === null || !person.email_notifications) return
    await recordMailTime(tx, userId)
    const { authSecret, publicUrl } = deps.config
    await enqueueMail(
      deps,
      tx,
      followerMail(
        { email: person.email, language: person.content_language, followersCount: person.followers_count },
        followers,
        { publicUrl, unsubscribeToken: unsubscribeToken(authSecret, userId) },
      ),
    )
  })
}
