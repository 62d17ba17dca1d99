import * as z from 'zod'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'

const QueuedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  logLine: z.string().optional(),
  /** Not sent after this time, when its content is useless. */
  expiresAt: z.iso.datetime().optional(),
  /** For unknown addresses, so that timing reveals nothing; never sent. */
  undelivered: z.boolean().optional(),
  /** What the mail is about; by it a waiting mail is taken back. */
  reference: z.string().optional(),
})
export type QueuedMail = z.infer<typeof QueuedMail>

/** A mail on its way. While the mail server is down it waits; one that the server refuses is tried again for some hours. */
export const sendMailJob: JobKind<QueuedMail> = {
  name: 'send-mail',
  schema: QueuedMail,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeLimitSeconds: 60,
  concurrency: 2,
}

export const mailWorker = (deps: Pick<Deps, 'mail'>) =>
  worker(sendMailJob, async ({ undelivered, expiresAt, reference: _, ...mail }) => {
    const isLate = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
    if (!undelivered && !isLate) await deps.mail.send(mail)
  })
