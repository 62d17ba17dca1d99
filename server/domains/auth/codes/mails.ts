import type { Language } from '#contract/languages.ts'
import { CODE_TTL_SECONDS } from '#contract/limits.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_CONTACT, SITE_NAME } from '#server/platform/texts/site-marks.ts'
import { mention } from '../../mail/forget-mails.ts'
import type { QueuedMail } from '../../mail/jobs.ts'
import type { CodePurpose } from '../rules.ts'

const MINUTES = CODE_TTL_SECONDS / 60

const TEXTS = {
  en: {
    'verify-email': {
      subject: (code: string) => `${code} is your ${SITE_NAME} code`,
      lead: (name?: string) =>
        name
          ? `Someone registered at ${SITE_NAME} as “${name}” with this email address. If it was you, enter this code:`
          : `Welcome to ${SITE_NAME}. Enter this code to verify your email address:`,
    },
    'reset-password': {
      subject: (code: string) => `${code} resets your ${SITE_NAME} password`,
      lead: () => 'Enter this code to set a new password:',
    },
    'change-email': {
      subject: (code: string) => `${code} confirms your new email address`,
      lead: (name = '') =>
        `Enter this code to make this the email address of the ${SITE_NAME} account ${mention(name)}:`,
    },
    'confirm-change': {
      subject: (code: string) => `${code} confirms that it is you`,
      lead: (name = '') => `Enter this code to confirm a change to the ${SITE_NAME} account ${mention(name)}:`,
    },
    note: `The code is valid for ${MINUTES} minutes. If you did not request it, ignore this email and do not share the code.`,
    taken: {
      subject: `You already have a ${SITE_NAME} account`,
      lead: `Someone tried to use this email address at ${SITE_NAME}, but it already has an account. If it was you, log in or reset your password:`,
      note: 'If it was not you, you can ignore this email.',
    },
    emailChanged: {
      subject: `Your ${SITE_NAME} email address has changed`,
      old: (name: string) =>
        `This is no longer the email address of the ${SITE_NAME} account ${mention(name)}: it was just changed.`,
      oldNote: (contact: string) => `If you did not change it, write to ${contact} immediately.`,
      fresh: (name: string) => `This is now the email address of the ${SITE_NAME} account ${mention(name)}.`,
      freshNote: 'Log in with it from now on.',
    },
  },
  vi: {
    'verify-email': {
      subject: (code: string) => `${code} là mã ${SITE_NAME} của bạn`,
      lead: (name?: string) =>
        name
          ? `Có người vừa đăng ký ${SITE_NAME} với tên “${name}” bằng địa chỉ email này. Nếu đó là bạn, hãy nhập mã sau:`
          : `Chào mừng bạn đến với ${SITE_NAME}. Hãy nhập mã này để xác minh địa chỉ email:`,
    },
    'reset-password': {
      subject: (code: string) => `${code} là mã đặt lại mật khẩu ${SITE_NAME}`,
      lead: () => 'Hãy nhập mã này để đặt mật khẩu mới:',
    },
    'change-email': {
      subject: (code: string) => `${code} là mã xác nhận email mới của bạn`,
      lead: (name = '') => `Hãy nhập mã này để dùng địa chỉ email này cho tài khoản ${SITE_NAME} ${mention(name)}:`,
    },
    'confirm-change': {
      subject: (code: string) => `${code} là mã xác nhận của bạn`,
      lead: (name = '') => `Hãy nhập mã này để xác nhận thay đổi cho tài khoản ${SITE_NAME} ${mention(name)}:`,
    },
    note: `Mã có hiệu lực trong ${MINUTES} phút. Nếu bạn không yêu cầu mã này, hãy bỏ qua email này và không chia sẻ mã với ai.`,
    taken: {
      subject: `Bạn đã có tài khoản ${SITE_NAME}`,
      lead: `Có người vừa thử dùng địa chỉ email này tại ${SITE_NAME}, nhưng địa chỉ này đã có tài khoản. Nếu đó là bạn, hãy đăng nhập hoặc đặt lại mật khẩu:`,
      note: 'Nếu không phải bạn, hãy bỏ qua email này.',
    },
    emailChanged: {
      subject: `Địa chỉ email ${SITE_NAME} của bạn đã thay đổi`,
      old: (name: string) => `Tài khoản ${SITE_NAME} ${mention(name)} vừa được đổi sang địa chỉ email khác.`,
      oldNote: (contact: string) => `Nếu bạn không thực hiện thay đổi này, hãy liên hệ ngay với ${contact}.`,
      fresh: (name: string) => `Tài khoản ${SITE_NAME} ${mention(name)} hiện dùng địa chỉ email này.`,
      freshNote: 'Từ giờ, hãy đăng nhập bằng địa chỉ này.',
    },
  },
} as const

export interface CodeMail {
  email: string
  purpose: CodePurpose
  language: Language
  /** The username that the code is for, if any. */
  username?: string | undefined
}

export function codeMail(order: CodeMail, code: string, publicUrl: string): QueuedMail {
  const texts = TEXTS[order.language]
  const { subject, lead } = texts[order.purpose]
  return {
    to: order.email,
    subject: subject(code),
    text: `${lead(order.username)}\n\n    ${code}\n\n${texts.note}\n\n${publicUrl}\n`,
    html: mailPage(
      order.language,
      escapeHtml(lead(order.username)),
      `<p style="font-size:34px;letter-spacing:8px;font-weight:700;margin:24px 0">${code}</p>`,
      texts.note,
      publicUrl,
    ),
    logLine: `code ${code} (${order.purpose}) for ${order.email}`,
  }
}

export function emailChangedMails(
  change: { username: string; oldEmail: string | null; newEmail: string; language: Language },
  site: { publicUrl: string },
): QueuedMail[] {
  const texts = TEXTS[change.language].emailChanged
  const notice = (to: string, lead: string, note: string): QueuedMail => ({
    to,
    subject: texts.subject,
    text: `${lead}\n\n${note}\n\n${site.publicUrl}\n`,
    html: mailPage(change.language, escapeHtml(lead), '', escapeHtml(note), site.publicUrl),
  })
  return [
    ...(change.oldEmail ? [notice(change.oldEmail, texts.old(change.username), texts.oldNote(SITE_CONTACT))] : []),
    notice(change.newEmail, texts.fresh(change.username), texts.freshNote),
  ]
}

export function addressTakenMail(email: string, language: Language, publicUrl: string): QueuedMail {
  const texts = TEXTS[language].taken
  const link = `${publicUrl}/login`
  return {
    to: email,
    subject: texts.subject,
    text: `${texts.lead}\n\n    ${link}\n\n${texts.note}\n`,
    html: mailPage(
      language,
      texts.lead,
      `<p style="margin:24px 0"><a href="${link}" style="color:#b3260b">${link}</a></p>`,
      texts.note,
      publicUrl,
    ),
  }
}
