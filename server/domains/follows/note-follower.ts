import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { tellOfFollowersJob } from './jobs.ts'
import { findLastMail, insertNotice, type Notice } from './notice-queries.ts'
import { GATHER_SECONDS, mailWaitSeconds, TOLD_FOR_DAYS } from './rules.ts'

/** Puts a new follower on the list of the next mail, and sees that there is one. */
export async function noteFollower(deps: Pick<Deps, 'jobs'>, tx: Tx, notice: Notice): Promise<void> {
  if (!(await insertNotice(tx, notice, TOLD_FOR_DAYS))) return
  const wait = mailWaitSeconds(await findLastMail(tx, notice.userId), new Date())
  await deps.jobs.enqueue(
    tx,
    tellOfFollowersJob,
    { userId: notice.userId },
    { key: notice.userId, afterSeconds: Math.max(GATHER_SECONDS, wait) },
  )
}
