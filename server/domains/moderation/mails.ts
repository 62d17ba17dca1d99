import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/markup.ts'
import type { Language } from '#server/viewer.ts'
import type { QueuedMail } from '../mail/jobs.ts'

const TEXTS = {
  en: {
    remove: {
      subject: 'Your meme has been removed',
      lead: (name: string) => `The operator of Memeroom has removed your meme “${name}”.`,
    },
    restore: {
      subject: 'Your meme is back',
      lead: (name: string) => `Your meme “${name}” is visible again.`,
    },
    suspend: {
      subject: 'Your Memeroom account is suspended',
      lead: () =>
        'The operator of Memeroom has suspended your account. You can still log in to read the reason, to get a copy of your data, and to delete the account.',
    },
    unsuspend: {
      subject: 'Your Memeroom account has been reinstated',
      lead: () => 'The operator of Memeroom has lifted the suspension of your account.',
    },
    reason: 'Reason',
    note: 'See the rules in the terms of service:',
  },
  vi: {
    remove: {
      subject: 'Meme của bạn đã bị gỡ',
      lead: (name: string) => `Người vận hành Memeroom đã gỡ meme “${name}” của bạn.`,
    },
    restore: {
      subject: 'Meme của bạn đã được khôi phục',
      lead: (name: string) => `Meme “${name}” của bạn đã hiển thị trở lại.`,
    },
    suspend: {
      subject: 'Tài khoản Memeroom của bạn đã bị tạm khóa',
      lead: () =>
        'Người vận hành Memeroom đã tạm khóa tài khoản của bạn. Bạn vẫn có thể đăng nhập để đọc lý do, lấy bản sao dữ liệu và xóa tài khoản.',
    },
    unsuspend: {
      subject: 'Tài khoản Memeroom của bạn đã được mở khóa',
      lead: () => 'Người vận hành Memeroom đã mở khóa tài khoản của bạn.',
    },
    reason: 'Lý do',
    note: 'Xem quy định trong điều khoản dịch vụ:',
  },
} as const

export type NoticeKind = 'remove' | 'restore' | 'suspend' | 'unsuspend'

/** Notifies a person of moderation of their meme or account, with the reason. `name` is the meme's, '' for accounts. */
export function noticeMail(
  kind: NoticeKind,
  to: { email: string; language: Language },
  about: { name: string; reason: string },
  publicUrl: string,
): QueuedMail {
  const texts = TEXTS[to.language]
  const lead = texts[kind].lead(about.name)
  const terms = `${publicUrl}/terms-of-service`
  return {
    to: to.email,
    subject: texts[kind].subject,
    text: `${lead}\n\n${texts.reason}: ${about.reason}\n\n${texts.note} ${terms}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      `<p style="margin:24px 0;white-space:pre-line"><b>${texts.reason}:</b> ${escapeHtml(about.reason)}</p>`,
      `${texts.note} <a href="${terms}" style="color:#6b6258">${terms}</a>`,
      publicUrl,
    ),
  }
}
