import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendMailJob } from './jobs.ts'

interface Addressee {
  username: string
  email: string | null
}

/** The form in which mails name a member; a deletion finds mails to others by this text. */
export const mention = (username: string) => `(@${username})`

/** Removes queued and sent mails to a member, and those that name the member, from the job queue. */
export async function forgetQueuedMails(deps: Pick<Deps, 'jobs'>, tx: Tx, user: Addressee): Promise<void> {
  if (user.email) await deps.jobs.forget(tx, sendMailJob, { to: user.email })
  await deps.jobs.forgetText(tx, sendMailJob, 'text', mention(user.username))
}

/** Removes such mails from the outbox files. */
export async function forgetMailFiles(deps: Pick<Deps, 'mail'>, user: Addressee): Promise<void> {
  await deps.mail.forget({ address: user.email, mention: mention(user.username) })
}
