import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import { mailPage } from '../../mail/mail-page.ts'

const TEXTS = {
  en: {
    subject: (count: number) => `${count === 1 ? 'A notification' : `${count} notifications`} from ${SITE_NAME}`,
    lead: 'What happened since your last visit:',
    see: 'See all notifications',
    note: 'You get this email at most once an hour, and only for what you have chosen in your preferences.',
    off: 'Unsubscribe',
  },
  vi: {
    subject: (count: number) => `${count} thông báo từ ${SITE_NAME}`,
    lead: 'Những gì đã diễn ra từ lần bạn ghé thăm gần nhất:',
    see: 'Xem tất cả thông báo',
    note: 'Bạn nhận email này tối đa mỗi giờ một lần và chỉ về những gì bạn đã chọn trong phần Tùy chọn.',
    off: 'Hủy đăng ký',
  },
} as const

/** @param lines one sentence per notification, latest first */
export function digestMail(
  to: { email: string; language: Language },
  lines: readonly string[],
  site: { publicUrl: string; unsubscribeToken: string },
): QueuedMail {
  const texts = TEXTS[to.language]
  const token = encodeURIComponent(site.unsubscribeToken)
  const [listUrl, offUrl] = [`${site.publicUrl}/notifications`, `${site.publicUrl}/unsubscribe?token=${token}`]
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return {
    to: to.email,
    subject: texts.subject(lines.length),
    text: `${texts.lead}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${texts.see}: ${listUrl}\n\n${texts.note}\n${texts.off}: ${offUrl}\n`,
    html: mailPage(
      to.language,
      texts.lead,
      `<ul style="padding-left:20px;line-height:1.7">${items}</ul>
<p><a href="${listUrl}" style="color:#b3260b">${texts.see}</a></p>`,
      `${texts.note} <a href="${offUrl}" style="color:#6b6258">${texts.off}</a>`,
      site.publicUrl,
    ),
    headers: {
      'List-Unsubscribe': `<${site.publicUrl}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
