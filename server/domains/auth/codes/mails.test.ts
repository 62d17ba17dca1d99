import { expect, test } from 'vitest'
import { withSite } from '#server/platform/texts/site-marks.ts'
import { addressTakenMail, codeMail } from './mails.ts'

const SITE = 'https://memes.example'
const sent = (text: string) => withSite(text, { name: 'Memeroom', contact: '' })

test.each([
  ['en', 'verify-email', '123456 is your Memeroom code', 'valid for 10 minutes'],
  ['en', 'reset-password', '123456 is your code to reset your Memeroom password', 'valid for 10 minutes'],
  ['vi', 'verify-email', '123456 là mã Memeroom của bạn', 'hiệu lực trong 10 phút'],
  ['vi', 'reset-password', '123456 là mã đặt lại mật khẩu Memeroom', 'hiệu lực trong 10 phút'],
] as const)('the code mail in %s to %s', (language, purpose, subject, note) => {
  const mail = codeMail({ email: 'mia@example.com', purpose, language }, '123456', SITE)
  expect(sent(mail.subject)).toBe(subject)
  for (const form of [mail.text, mail.html]) {
    expect(form).toContain('123456')
    expect(form).toContain(note)
    expect(form).toContain(SITE)
    expect(form).not.toMatch(/undefined|\[object/)
  }
  expect(mail.html).toContain(`<html lang="${language}">`)
  expect(mail.logLine).toContain('123456')
})

test.each([
  ['en', 'You already have a Memeroom account'],
  ['vi', 'Bạn đã có tài khoản Memeroom'],
] as const)('the notice about a taken address in %s', (language, subject) => {
  const mail = addressTakenMail('mia@example.com', language, SITE)
  expect(sent(mail.subject)).toBe(subject)
  for (const form of [mail.text, mail.html]) expect(form).toContain(`${SITE}/login`)
  expect(mail.text).not.toMatch(/\d{6}/)
})
