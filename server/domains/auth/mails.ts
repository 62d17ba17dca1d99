import { CODE_TTL_SECONDS } from '#contract/limits.ts'
import { mailPage } from '#server/adapters/mail/mail-page.ts'
import type { Language } from '#server/viewer.ts'
import type { MailOrder } from './jobs.ts'
import type { CodePurpose } from './rules.ts'

const MINUTES = CODE_TTL_SECONDS / 60

const TEXTS = {
  en: {
    'verify-email': {
      subject: (code: string) => `${code} is your Memeroom code`,
      lead: 'Welcome to Memeroom. Enter this code to verify your e-mail address:',
    },
    'reset-password': {
      subject: (code: string) => `${code} resets your Memeroom password`,
      lead: 'Enter this code to set a new password:',
    },
    note: `The code is valid for ${MINUTES} minutes. If you did not ask for it, you can ignore this mail.`,
    taken: {
      subject: 'You already have a Memeroom account',
      lead: 'Somebody tried to register at Memeroom with this e-mail address, which already has an account. If it was you, log in or reset your password:',
      note: 'If it was not you, there is nothing you need to do.',
    },
  },
  vi: {
    'verify-email': {
      subject: (code: string) => `${code} là mã Memeroom của bạn`,
      lead: 'Chào mừng bạn đến với Memeroom. Hãy nhập mã này để xác minh địa chỉ e-mail:',
    },
    'reset-password': {
      subject: (code: string) => `${code} là mã đặt lại mật khẩu Memeroom`,
      lead: 'Hãy nhập mã này để đặt mật khẩu mới:',
    },
    note: `Mã có hiệu lực trong ${MINUTES} phút. Nếu bạn không yêu cầu mã này, hãy bỏ qua thư.`,
    taken: {
      subject: 'Bạn đã có tài khoản Memeroom',
      lead: 'Có người vừa đăng ký Memeroom bằng địa chỉ e-mail này, trong khi địa chỉ đã có tài khoản. Nếu đó là bạn, hãy đăng nhập hoặc đặt lại mật khẩu:',
      note: 'Nếu không phải bạn, bạn không cần làm gì cả.',
    },
  },
} as const

export function codeMail(
  order: { email: string; purpose: CodePurpose; language: Language },
  code: string,
  publicUrl: string,
): MailOrder {
  const texts = TEXTS[order.language]
  const { subject, lead } = texts[order.purpose]
  return {
    to: order.email,
    subject: subject(code),
    text: `${lead}\n\n    ${code}\n\n${texts.note}\n\n${publicUrl}\n`,
    html: mailPage(
      order.language,
      lead,
      `<p style="font-size:34px;letter-spacing:8px;font-weight:700;margin:24px 0">${code}</p>`,
      texts.note,
      publicUrl,
    ),
    logLine: `code ${code} (${order.purpose}) for ${order.email}`,
  }
}

export function addressTakenMail(email: string, language: Language, publicUrl: string): MailOrder {
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
