import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import { EXPORT_VALID_DAYS, RETENTION } from './rules.ts'

const VALUES = {
  ready: { days: EXPORT_VALID_DAYS },
  inactive: { years: RETENTION.inactiveYears, days: RETENTION.warnDaysBefore },
} as const
const LINKS = { ready: '/account?tab=preferences', inactive: '/login' } as const

export function privacyMail(
  kind: 'ready' | 'inactive',
  to: { email: string; language: Language },
  publicUrl: string,
): QueuedMail {
  // i18n-keys: privacyMails.*
  const t = textsOf('privacyMails', to.language)
  const [lead, note] = [t(`${kind}.lead`, VALUES[kind]), t(`${kind}.note`)]
  const link = `${publicUrl}${LINKS[kind]}`
  return {
    to: to.email,
    subject: t(`${kind}.subject`),
    text: `${lead}\n\n    ${link}\n\n${note}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      `<p style="margin:24px 0"><a href="${link}" style="color:#b3260b">${link}</a></p>`,
      escapeHtml(note),
      publicUrl,
    ),
  }
}
