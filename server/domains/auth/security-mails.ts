import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { deviceInWords, deviceOf } from '#server/platform/describe-device.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { type TextKey, textsOf } from '#server/platform/texts/texts.ts'
import { mention } from '../mail/forget-mails.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import type { EventSource } from '../security-log/record-event.ts'

type Subject = Extract<TextKey<'securityMails'>, `${string}.subject`>
export type SecurityMailKind = Subject extends `${infer Kind}.subject` ? Kind : never

/** Builds the notice of a sign-in or a change of credentials for the affected member. */
export function securityMail(
  kind: SecurityMailKind,
  to: { email: string; username: string; language: Language },
  from: EventSource,
  site: { publicUrl: string },
): QueuedMail {
  // i18n-keys: securityMails.*.subject i18n-keys: securityMails.*.what
  const t = textsOf('securityMails', to.language)
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const device = deviceInWords(deviceOf(from.userAgent), to.language)
  const lead = t('lead', { account: mention(to.username), what: t(`${kind}.what`), device, at })
  const note = t('note')
  const link = `${site.publicUrl}/forgot-password`
  return {
    to: to.email,
    subject: t(`${kind}.subject`),
    text: `${lead}\n\n${note}\n\n    ${link}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      `<p style="margin:24px 0"><a href="${link}" style="color:#b3260b">${link}</a></p>`,
      escapeHtml(note),
      site.publicUrl,
    ),
  }
}
