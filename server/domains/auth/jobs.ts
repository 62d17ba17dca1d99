import * as z from 'zod'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'
import { recurringJob } from '#server/jobs/recurring-job.ts'
import { deleteStaleSignIn } from './throttle-queries.ts'

const MailOrder = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  logLine: z.string().optional(),
  /** What it says is of no use after this time: it is not sent any more. */
  expiresAt: z.iso.datetime().optional(),
  /** Made for an address that belongs to nobody, so that asking takes as long as for one that does; never sent. */
  undelivered: z.boolean().optional(),
})
export type MailOrder = z.infer<typeof MailOrder>

/** A mail on its way. While the mail server is down it waits; one that the server refuses is tried again for some hours. */
export const sendMailJob: JobKind<MailOrder> = {
  name: 'send-mail',
  schema: MailOrder,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeLimitSeconds: 60,
  concurrency: 2,
}

export const mailWorker = (deps: Pick<Deps, 'mail'>) =>
  worker(sendMailJob, async ({ undelivered, expiresAt, ...mail }) => {
    const isLate = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
    if (!undelivered && !isLate) await deps.mail.send(mail)
  })

const KNOWN_SOURCE_DAYS = 90
const ENDED_SESSION_DAYS = 30

/** Lets go of what sign-in no longer needs. */
export const sweepSignInJob = recurringJob({
  name: 'sweep-sign-in',
  retryLimit: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
  cron: '41 * * * *',
})

export const sweepSignInWorker = (deps: Pick<Deps, 'db'>) =>
  worker(sweepSignInJob, () =>
    withTransaction(deps.db, (tx) => deleteStaleSignIn(tx, { place: KNOWN_SOURCE_DAYS, session: ENDED_SESSION_DAYS })),
  )
