import * as z from 'zod'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'

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
