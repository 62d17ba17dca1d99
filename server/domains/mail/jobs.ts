import * as z from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { withSite, withSiteInMarkup } from '#server/platform/texts/site-marks.ts'

const QueuedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  logLine: z.string().optional(),
  /** The mail is not sent after this time, because its content is then useless. */
  expiresAt: z.iso.datetime().optional(),
  /** Set for unknown addresses, so that timing reveals nothing; such mails are never sent. */
  undelivered: z.boolean().optional(),
  /** Subject of the mail, by which a waiting mail can be canceled. */
  reference: z.string().optional(),
})
export type QueuedMail = z.infer<typeof QueuedMail>

/** A queued mail. It waits while the mail server is down; if the server rejects it, the job retries for some hours. */
export const sendMailJob: JobKind<QueuedMail> = {
  name: 'send-mail',
  schema: QueuedMail,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeLimitSeconds: 60,
  concurrency: 2,
}

/** @param site returns the site's name and contact address at the time of sending */
export const mailWorker = (deps: Pick<Deps, 'mail'>, site: () => Promise<{ name: string; contact: string }>) =>
  worker(sendMailJob, async ({ undelivered, expiresAt, reference: _, ...mail }) => {
    const isLate = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
    if (undelivered || isLate) return
    const known = await site()
    await deps.mail.send({
      ...mail,
      senderName: known.name,
      subject: withSite(mail.subject, known),
      text: withSite(mail.text, known),
      html: withSiteInMarkup(mail.html, known),
    })
  })
