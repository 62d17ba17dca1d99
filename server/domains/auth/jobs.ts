import * as z from 'zod'
import type { Deps } from '#server/deps.ts'
import { type JobKind, worker } from '#server/jobs/jobs.ts'

const MailOrder = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  logLine: z.string().optional(),
})
export type MailOrder = z.infer<typeof MailOrder>

/** A mail on its way; tried again with growing waits for about four hours when the mail server does not take it. */
export const sendMailJob: JobKind<MailOrder> = {
  name: 'send-mail',
  schema: MailOrder,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeLimitSeconds: 60,
  concurrency: 2,
}

export const mailWorker = (deps: Pick<Deps, 'mail'>) => worker(sendMailJob, (order) => deps.mail.send(order))
