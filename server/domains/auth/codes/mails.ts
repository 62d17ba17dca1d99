import type { Language } from '#contract/languages.ts'
import { CODE_TTL_SECONDS } from '#contract/limits.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { mention } from '../../mail/forget-mails.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import type { CodePurpose } from '../rules.ts'

const MINUTES = CODE_TTL_SECONDS / 60

export interface CodeMail {
  email: string
  purpose: CodePurpose
  language: Language
  /** The username that the code is for, if any. */
  username?: string | undefined
}

export function codeMail(order: CodeMail, code: string, publicUrl: string): QueuedMail {
  // i18n-keys: codeMails.*.subject i18n-keys: codeMails.*.lead
  const t = textsOf('codeMails', order.language)
  const note = t('note', { minutes: MINUTES })
  const lead =
    order.username === undefined && order.purpose === 'verify-email'
      ? t('verify-email.welcome')
      : t(`${order.purpose}.lead`, { name: order.username ?? '', account: mention(order.username ?? '') })
  return {
    to: order.email,
    subject: t(`${order.purpose}.subject`, { code }),
    text: `${lead}\n\n    ${code}\n\n${note}\n\n${publicUrl}\n`,
    html: mailPage(
      order.language,
      escapeHtml(lead),
      `<p style="font-size:34px;letter-spacing:8px;font-weight:700;margin:24px 0">${code}</p>`,
      escapeHtml(note),
      publicUrl,
    ),
    logLine: `code ${code} (${order.purpose}) for ${order.email}`,
  }
}

export function emailChangedMails(
  change: { username: string; oldEmail: string | null; newEmail: string; language: Language },
  site: { publicUrl: string },
): QueuedMail[] {
  const t = textsOf('codeMails', change.language)
  const account = mention(change.username)
  const notice = (to: string, lead: string, note: string): QueuedMail => ({
    to,
    subject: t('emailChanged.subject'),
    text: `${lead}\n\n${note}\n\n${site.publicUrl}\n`,
    html: mailPage(change.language, escapeHtml(lead), '', escapeHtml(note), site.publicUrl),
  })
  return [
    ...(change.oldEmail
      ? [notice(change.oldEmail, t('emailChanged.old', { account }), t('emailChanged.oldNote'))]
      : []),
    notice(change.newEmail, t('emailChanged.fresh', { account }), t('emailChanged.freshNote')),
  ]
}

export function addressTakenMail(email: string, language: Language, publicUrl: string): QueuedMail {
  const t = textsOf('codeMails', language)
  const link = `${publicUrl}/login`
  return {
    to: email,
    subject: t('taken.subject'),
    text: `${t('taken.lead')}\n\n    ${link}\n\n${t('taken.note')}\n`,
    html: mailPage(
      language,
      escapeHtml(t('taken.lead')),
      `<p style="margin:24px 0"><a href="${link}" style="color:#b3260b">${link}</a></p>`,
      escapeHtml(t('taken.note')),
      publicUrl,
    ),
  }
}
