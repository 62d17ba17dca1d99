import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import type { QueuedMail } from '../mail/jobs.ts'

const TEXTS = {
  en: {
    approve: {
      subject: 'Your meme is online',
      lead: (name: string) => `Your meme “${name}” has been reviewed. Everyone can see it now.`,
    },
    reject: {
      subject: 'Your appeal has been decided',
      lead: () => 'Your appeal has been reviewed. The decision stands.',
    },
    remove: {
      subject: 'Your meme has been removed',
      lead: (name: string) => `The operator of ${SITE_NAME} has removed your meme “${name}”.`,
    },
    restore: {
      subject: 'Your meme is back',
      lead: (name: string) => `Your meme “${name}” is visible again.`,
    },
    suspend: {
      subject: `Your ${SITE_NAME} account is suspended`,
      lead: () =>
        `The operator of ${SITE_NAME} has suspended your account. You can still log in to read the reason, to get a copy of your data, and to delete the account.`,
    },
    unsuspend: {
      subject: `Your ${SITE_NAME} account has been reinstated`,
      lead: () => `The operator of ${SITE_NAME} has lifted the suspension of your account.`,
    },
    reason: 'Reason',
    until: (day: string) => `The suspension ends on ${day}.`,
    appeal: 'If you think that this is wrong, you can write to the moderators once:',
    note: 'See the rules in the terms of service:',
  },
  vi: {
    approve: {
      subject: 'Meme của bạn đã được đăng',
      lead: (name: string) => `Meme “${name}” của bạn đã được duyệt. Giờ mọi người đều xem được.`,
    },
    reject: {
      subject: 'Khiếu nại của bạn đã được xử lý',
      lead: () => 'Khiếu nại của bạn đã được xem xét. Quyết định vẫn được giữ nguyên.',
    },
    remove: {
      subject: 'Meme của bạn đã bị gỡ',
      lead: (name: string) => `Người vận hành ${SITE_NAME} đã gỡ meme “${name}” của bạn.`,
    },
    restore: {
      subject: 'Meme của bạn đã được khôi phục',
      lead: (name: string) => `Meme “${name}” của bạn đã hiển thị trở lại.`,
    },
    suspend: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã bị tạm khóa`,
      lead: () =>
        `Người vận hành ${SITE_NAME} đã tạm khóa tài khoản của bạn. Bạn vẫn có thể đăng nhập để đọc lý do, lấy bản sao dữ liệu và xóa tài khoản.`,
    },
    unsuspend: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã được mở khóa`,
      lead: () => `Người vận hành ${SITE_NAME} đã mở khóa tài khoản của bạn.`,
    },
    reason: 'Lý do',
    until: (day: string) => `Thời hạn khóa đến hết ngày ${day}.`,
    appeal: 'Nếu cho rằng điều này không đúng, bạn có thể gửi khiếu nại một lần:',
    note: 'Xem quy định trong điều khoản dịch vụ:',
  },
} as const

export type NoticeKind = 'approve' | 'remove' | 'restore' | 'suspend' | 'unsuspend' | 'reject'

interface NoticeAbout {
  /** Name of the meme; '' for accounts. */
  name: string
  reason: string
  /** Id of a removed meme. */
  memeId?: string
  until?: Date | null
}

/** Returns the mail that notifies a user of a decision about their meme or account, with the reason and how to appeal. */
export function noticeMail(
  kind: NoticeKind,
  to: { email: string; language: Language },
  about: NoticeAbout,
  publicUrl: string,
): QueuedMail {
  const texts = TEXTS[to.language]
  const until = kind === 'suspend' && about.until ? texts.until(dayOf(about.until, to.language)) : ''
  const lead = [texts[kind].lead(about.name), until].filter(Boolean).join(' ')
  const links = linksOf(kind, about, publicUrl).map(({ text, url }) => ({ text: texts[text], url }))
  const reason = about.reason && `${texts.reason}: ${about.reason}`
  return {
    to: to.email,
    subject: texts[kind].subject,
    text: `${[lead, reason, ...links.map(({ text, url }) => `${text} ${url}`)].filter(Boolean).join('\n\n')}\n`,
    html: mailPage(
      to.language,
      escapeHtml(lead),
      about.reason &&
        `<p style="margin:24px 0;white-space:pre-line"><b>${texts.reason}:</b> ${escapeHtml(about.reason)}</p>`,
      links.map(({ text, url }) => `${text} <a href="${url}" style="color:#6b6258">${url}</a>`).join('<br>'),
      publicUrl,
    ),
  }
}

function linksOf(kind: NoticeKind, { memeId }: NoticeAbout, publicUrl: string) {
  const appeal = { text: 'appeal', url: `${publicUrl}/appeal${memeId ? `?meme=${memeId}` : ''}` } as const
  const terms = { text: 'note', url: `${publicUrl}/terms-of-service` } as const
  return kind === 'remove' || kind === 'suspend' ? [appeal, terms] : [terms]
}

const dayOf = (time: Date, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
