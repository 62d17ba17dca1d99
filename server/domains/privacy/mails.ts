import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { SITE_NAME } from '#server/platform/texts/site-marks.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import { EXPORT_VALID_DAYS, RETENTION } from './rules.ts'

const TEXTS = {
  en: {
    ready: {
      subject: `Your ${SITE_NAME} data export is ready`,
      lead: `Your data export is ready. You can download it for ${EXPORT_VALID_DAYS} days while logged in:`,
      note: 'Only you can download it.',
    },
    inactive: {
      subject: `Your ${SITE_NAME} account will be deleted`,
      lead: `You have not visited ${SITE_NAME} for almost ${RETENTION.inactiveYears} years. In ${RETENTION.warnDaysBefore} days your account will be deleted with all its data. To keep it, log in:`,
      note: 'If you no longer want the account, you do not need to do anything.',
    },
  },
  vi: {
    ready: {
      subject: `Bản sao dữ liệu ${SITE_NAME} của bạn đã sẵn sàng`,
      lead: `Bản sao dữ liệu của bạn đã sẵn sàng. Bạn có thể tải về trong ${EXPORT_VALID_DAYS} ngày, khi đang đăng nhập:`,
      note: 'Chỉ bạn mới tải được bản sao này.',
    },
    inactive: {
      subject: `Tài khoản ${SITE_NAME} của bạn sắp bị xóa`,
      lead: `Bạn đã không truy cập ${SITE_NAME} gần ${RETENTION.inactiveYears} năm. Sau ${RETENTION.warnDaysBefore} ngày nữa, tài khoản cùng toàn bộ dữ liệu sẽ bị xóa. Để giữ tài khoản, hãy đăng nhập:`,
      note: 'Nếu không cần tài khoản này nữa, bạn không phải làm gì.',
    },
  },
} as const

const LINKS = { ready: '/account?tab=preferences', inactive: '/login' } as const

export function privacyMail(
  kind: 'ready' | 'inactive',
  to: { email: string; language: Language },
  publicUrl: string,
): QueuedMail {
  const texts = TEXTS[to.language][kind]
  const link = `${publicUrl}${LINKS[kind]}`
  return {
    to: to.email,
    subject: texts.subject,
    text: `${texts.lead}\n\n    ${link}\n\n${texts.note}\n`,
    html: mailPage(
      to.language,
      texts.lead,
      `<p style="margin:24px 0"><a href="${link}" style="color:#b3260b">${link}</a></p>`,
      texts.note,
      publicUrl,
    ),
  }
}
