import { describe, expect, test } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeIn, expireCodes, otherCode } from '#test/mailbox.ts'
import { hashPassword } from './passwords.ts'

const app = await appForFile()

const OLD = 'the old password'
const NEW = 'the new password'
const nobody = () => `nobody${unique()}@example.com`

async function memberWithPassword(overrides: Parameters<typeof buildMember>[1] = {}) {
  const member = await buildMember(app, { passwordHash: await hashPassword(OLD), ...overrides })
  return { ...member, email: member.user.email ?? '' }
}

async function askCode(email: string) {
  const answer = await app.call('POST', '/auth/forgot-password', { body: { email } })
  expect(answer.status).toBe(200)
  return { answer, code: codeIn((await app.mailTo(email)).text) }
}

const reset = (email: string, code: string, more: object = {}) =>
  app.call('POST', '/auth/reset-password', { body: { email, code, newPassword: NEW, ...more } })
const login = (email: string, password: string) => app.call('POST', '/auth/login', { body: { email, password } })

describe('a forgotten password', () => {
  test('is replaced with a code, and every old session ends', async () => {
    const { email, token } = await memberWithPassword()
    const { code } = await askCode(email)
    const checked = await app.call('POST', '/auth/verify-reset-code', { body: { email, code } })
    expect(checked.body).toMatchObject({ success: true, verified: true, resetToken: expect.any(String) })
    const done = await reset(email, code, { resetToken: checked.body.resetToken })
    expect([done.status, done.body.success]).toEqual([200, true])
    expect((await login(email, OLD)).status).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
    expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
  })

  test('answers an unknown address like a known one, and sends no mail', async () => {
    const { email } = await memberWithPassword()
    const stranger = nobody()
    const { answer: known } = await askCode(email)
    const unknown = await app.call('POST', '/auth/forgot-password', { body: { email: stranger } })
    expect(unknown.status).toBe(known.status)
    expect(Object.keys(unknown.body).sort()).toEqual(Object.keys(known.body).sort())
    expect(unknown.body.message).toBe(known.body.message)
    // Once a later email has arrived, one for the stranger would have arrived too.
    await askCode((await memberWithPassword()).email)
    expect(app.mails.filter((mail) => mail.to === stranger)).toEqual([])
  })

  test('returns the old times and sends nothing when asked again within the wait', async () => {
    const { email } = await memberWithPassword()
    const { answer } = await askCode(email)
    const again = await app.call('POST', '/auth/forgot-password', { body: { email } })
    expect([again.status, again.body.canResendAt]).toEqual([200, answer.body.canResendAt])
    expect(app.mails.filter((mail) => mail.to === email)).toHaveLength(1)
  })

  test('accepts the right code at the fifth attempt', async () => {
    const { email } = await memberWithPassword()
    const { code } = await askCode(email)
    for (let attempt = 0; attempt < 4; attempt += 1)
      await app.call('POST', '/auth/verify-reset-code', { body: { email, code: otherCode(code) } })
    expect((await app.call('POST', '/auth/verify-reset-code', { body: { email, code } })).status).toBe(200)
    expect((await reset(email, code)).status).toBe(200)
  })

  test('a code resets the password once', async () => {
    const { email } = await memberWithPassword()
    const { code } = await askCode(email)
    expect((await reset(email, code)).status).toBe(200)
    expect((await reset(email, code)).body.code).toBe('auth.codeInvalid')
  })

  test('an expired code has its own error', async () => {
    const { email } = await memberWithPassword()
    const { code } = await askCode(email)
    await expireCodes(app, email)
    expect((await reset(email, code)).body.code).toBe('auth.codeExpired')
  })

  test('rejects a token that belongs to another code', async () => {
    const { email } = await memberWithPassword()
    const { code } = await askCode(email)
    const answer = await reset(email, code, { resetToken: 'made up' })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth.resetTokenInvalid'])
    expect((await login(email, OLD)).status).toBe(200)
  })

  test('needs the code or its token', async () => {
    const { email } = await memberWithPassword()
    const bare = await app.call('POST', '/auth/reset-password', { body: { email, newPassword: NEW } })
    expect([bare.status, bare.body.errors]).toEqual([400, [expect.objectContaining({ path: 'code' })]])
    const { code } = await askCode(email)
    const { resetToken } = (await app.call('POST', '/auth/verify-reset-code', { body: { email, code } })).body
    const byToken = (token: string) =>
      app.call('POST', '/auth/reset-password', { body: { email, newPassword: NEW, resetToken: token } })
    expect((await byToken('made up')).body.code).toBe('auth.resetTokenInvalid')
    expect((await byToken(resetToken)).status).toBe(200)
    expect((await login(email, NEW)).status).toBe(200)
  })

  test('sends the mail in the language of the account', async () => {
    const { email } = await memberWithPassword({ contentLanguage: 'vi' })
    await askCode(email)
    expect((await app.mailTo(email)).subject).toContain('đặt lại mật khẩu')
  })
})

describe('changing the password', () => {
  const change = (token: string, currentPassword: string) =>
    app.call('POST', '/users/me/change-password', { token, body: { currentPassword, newPassword: NEW } })

  test('needs the current password and ends all other sessions', async () => {
    const { email, token } = await memberWithPassword()
    const elsewhere = (await login(email, OLD)).body.data.authentication.token
    const wrong = await change(token, 'not this one')
    expect([wrong.status, wrong.body.code]).toEqual([403, 'auth.wrongPassword'])
    expect((await app.call('GET', '/users/me', { token: elsewhere })).status).toBe(200)

    const done = await change(token, OLD)
    expect([done.status, done.body.success]).toEqual([200, true])
    expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
    expect((await app.call('GET', '/users/me', { token: elsewhere })).status).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
  })

  test('is refused while there is no password yet', async () => {
    const { token } = await buildMember(app)
    const answer = await change(token, OLD)
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.passwordNotSet'])
  })
})
