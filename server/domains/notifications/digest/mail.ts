import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import { mailPage } from '../../mail/mail-page.ts'

/** @param lines one sentence per notification, latest first */
export function digestMail(
  to: { email: string; language: Language },
  lines: readonly string[],
  site: { publicUrl: string; unsubscribeToken: string },
): QueuedMail {
  const t = textsOf('digest', to.language)
  const token = encodeURIComponent(site.unsubscribeToken)
  const [listUrl, offUrl] = [`${site.publicUrl}/notifications`, `${site.publicUrl}/unsubscribe?token=${token}`]
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return {
    to: to.email,
    subject: t('subject', { count: lines.length }),
    text: `${t('lead')}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${t('see')}: ${listUrl}\n\n${t('note')}\n${t('off')}: ${offUrl}\n`,
    html: mailPage(
      to.language,
      escapeHtml(t('lead')),
      `<ul style="padding-left:20px;line-height:1.7">${items}</ul>
<p><a href="${listUrl}" style="color:#b3260b">${escapeHtml(t('see'))}</a></p>`,
      `${escapeHtml(t('note'))} <a href="${offUrl}" style="color:#6b6258">${escapeHtml(t('off'))}</a>`,
      site.publicUrl,
    ),
    headers: {
      'List-Unsubscribe': `<${site.publicUrl}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
