import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { followerDigestJob } from './jobs.ts'
import { findLastMail, insertNotice, type Notice } from './notice-queries.ts'
import { GATHER_SECONDS, mailWaitSeconds, REANNOUNCE_AFTER_DAYS } from './rules.ts'

/** Adds a new follower to the next digest and schedules it. */
export async function queueFollowerNotice(deps: Pick<Deps, 'jobs'>, tx: Tx, notice: Notice): Promise<void> {
  if (!(await insertNotice(tx, notice, REANNOUNCE_AFTER_DAYS))) return
  const wait = mailWaitSeconds(await findLastMail(tx, notice.userId), new Date())
  await deps.jobs.enqueue(
    tx,
    followerDigestJob,
    { userId: notice.userId },
    { key: notice.userId, afterSeconds: Math.max(GATHER_SECONDS, wait) },
  )
}
