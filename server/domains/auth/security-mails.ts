import type { Language } from '#contract/languages.ts'
import { mailPage } from '#server/domains/mail/mail-page.ts'
import { deviceInWords, deviceOf } from '#server/platform/describe-device.ts'
import { escapeHtml } from '#server/platform/markup.ts'
import { SITE_CONTACT, SITE_NAME } from '#server/platform/texts/site-marks.ts'
import { mention } from '../mail/forget-mails.ts'
import type { QueuedMail } from '../mail/jobs.ts'
import type { EventSource } from '../security-log/record-event.ts'

const TEXTS = {
  en: {
    newSignIn: { subject: `New sign-in to your ${SITE_NAME} account`, what: 'someone signed in' },
    passwordChanged: { subject: `Your ${SITE_NAME} password has changed`, what: 'the password was changed' },
    secondFactorAdded: {
      subject: `Two-step verification was turned on for your ${SITE_NAME} account`,
      what: 'two-step verification was turned on',
    },
    secondFactorRemoved: {
      subject: `Two-step verification was turned off for your ${SITE_NAME} account`,
      what: 'two-step verification was turned off',
    },
    recoveryCodeUsed: {
      subject: `A recovery code of your ${SITE_NAME} account was used`,
      what: 'a recovery code was used',
    },
    tokenCreated: {
      subject: `An access token was created for your ${SITE_NAME} account`,
      what: 'an access token was created',
    },
    tokenRevoked: {
      subject: `An access token of your ${SITE_NAME} account was revoked`,
      what: 'an access token was revoked',
    },
    tokensEnded: {
      subject: `The access tokens of your ${SITE_NAME} account were revoked`,
      what: 'all access tokens were revoked and all other devices were logged out',
    },
    providerLinked: {
      subject: `A new way to log in to your ${SITE_NAME} account`,
      what: 'a Google or Facebook account was linked, which can log in from now on',
    },
    passkeyAdded: { subject: `A passkey was added to your ${SITE_NAME} account`, what: 'a passkey was added' },
    passkeyRemoved: { subject: `A passkey was removed from your ${SITE_NAME} account`, what: 'a passkey was removed' },
    lead: (name: string, what: string, device: string, at: string) =>
      `In the ${SITE_NAME} account ${mention(name)} ${what}, from: ${device}, at ${at} (UTC).`,
    note: (contact: string) =>
      `If it was you, there is nothing to do. If not, set a new password at once, which logs out every device and revokes access tokens, remove passkeys that are not yours under Account → Password, and write to ${contact}.`,
  },
  vi: {
    newSignIn: { subject: `Đăng nhập mới vào tài khoản ${SITE_NAME} của bạn`, what: 'vừa được đăng nhập' },
    passwordChanged: { subject: `Mật khẩu ${SITE_NAME} của bạn đã thay đổi`, what: 'vừa được đổi mật khẩu' },
    secondFactorAdded: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã bật xác minh hai bước`,
      what: 'vừa được bật xác minh hai bước',
    },
    secondFactorRemoved: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã tắt xác minh hai bước`,
      what: 'vừa bị tắt xác minh hai bước',
    },
    recoveryCodeUsed: {
      subject: `Mã khôi phục của tài khoản ${SITE_NAME} đã được dùng`,
      what: 'vừa dùng một mã khôi phục',
    },
    tokenCreated: {
      subject: `Tài khoản ${SITE_NAME} của bạn có mã truy cập mới`,
      what: 'vừa được tạo một mã truy cập',
    },
    tokenRevoked: {
      subject: `Một mã truy cập của tài khoản ${SITE_NAME} đã bị thu hồi`,
      what: 'vừa bị thu hồi một mã truy cập',
    },
    tokensEnded: {
      subject: `Các mã truy cập của tài khoản ${SITE_NAME} đã bị thu hồi`,
      what: 'vừa bị thu hồi mọi mã truy cập và đăng xuất khỏi các thiết bị khác',
    },
    providerLinked: {
      subject: `Tài khoản ${SITE_NAME} của bạn có cách đăng nhập mới`,
      what: 'vừa được liên kết với một tài khoản Google hoặc Facebook, từ giờ có thể đăng nhập bằng tài khoản đó',
    },
    passkeyAdded: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã thêm khóa truy cập`,
      what: 'vừa được thêm khóa truy cập',
    },
    passkeyRemoved: {
      subject: `Tài khoản ${SITE_NAME} của bạn đã xóa khóa truy cập`,
      what: 'vừa bị xóa khóa truy cập',
    },
    lead: (name: string, what: string, device: string, at: string) =>
      `Tài khoản ${SITE_NAME} ${mention(name)} ${what}, từ: ${device}, lúc ${at} (UTC).`,
    note: (contact: string) =>
      `Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy đặt mật khẩu mới ngay (mọi thiết bị sẽ bị đăng xuất, mọi mã truy cập sẽ bị thu hồi), xóa các khóa truy cập lạ trong Tài khoản → Mật khẩu và liên hệ ${contact}.`,
  },
} as const

export type SecurityMailKind = Exclude<keyof (typeof TEXTS)['en'], 'lead' | 'note'>

/** Builds the notice of a sign-in or a change of credentials for the affected member. */
export function securityMail(
  kind: SecurityMailKind,
  to: { email: string; username: string; language: Language },
  from: EventSource,
  site: { publicUrl: string },
): QueuedMail {
  const texts = TEXTS[to.language]
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const device = deviceInWords(deviceOf(from.userAgent), to.language)
  const lead = texts.lead(to.username, texts[kind].what, device, at)
  const note = texts.note(SITE_CONTACT)
  const link = `${site.publicUrl}/forgot-password`
  return {
    to: to.email,
    subject: texts[kind].subject,
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
