import { describe, expect, test } from 'vitest'
import { ageProof, type BuiltMember, buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf, otherCode } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'

const PASSWORD = 'the password'
const app = await appForFile()
const passwordHash = await hashPassword(PASSWORD)

const confirm = (token: string, body: object) => app.call('POST', '/auth/confirm', { token, body })

const GUARDED: [string, string, string, (() => object)?][] = [
  ['deleting the account', 'DELETE', '/users/me'],
  ['a data export', 'POST', '/users/me/export'],
  ['ending all other sessions', 'DELETE', '/users/me/sessions'],
  ['a new address', 'POST', '/users/me/change-email', () => ({ email: `new${unique()}@example.com` })],
]

async function longSignedIn(overrides: Parameters<typeof buildMember>[1] = { passwordHash }): Promise<BuiltMember> {
  const member = await buildMember(app, overrides)
  await ageProof(app, member.user.id)
  return member
}

describe.each(GUARDED)('%s', (_name, method, url, body) => {
  const send = (token: string) => app.call(method, url, { token, ...(body ? { body: body() } : {}) })

  test('right after sign-in needs no other proof', async () => {
    const { token } = await buildMember(app, { passwordHash })
    expect((await send(token)).status).toBeLessThan(300)
  })

  test('later needs the password, entered within the last ten minutes', async () => {
    const { user, token } = await longSignedIn()
    const refused = await send(token)
    expect([refused.status, refused.body.code, refused.body.method]).toEqual([403, 'auth.confirmFirst', 'password'])
    const wrong = await confirm(token, { password: 'not this one' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'auth.wrongPassword'])
    expect((await send(token)).status).toBe(403)

    const right = await confirm(token, { password: PASSWORD })
    expect(right.status).toBe(200)
    expect(Date.parse(right.body.confirmedUntil)).toBeGreaterThan(Date.now())
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    const past = app.db.updateTable('sessions').set({ confirmed_at: tenMinutesAgo }).where('user_id', '=', user.id)
    await past.execute()
    expect((await send(token)).body.code).toBe('auth.confirmFirst')
    await confirm(token, { password: PASSWORD })
    expect((await send(token)).status).toBeLessThan(300)
  })

  test('without a password accepts the code mailed with the refusal', async () => {
    const { user, token } = await longSignedIn({})
    const refused = await send(token)
    expect(refused.body).toMatchObject({ code: 'auth.confirmFirst', method: 'code', requiresCode: true })
    const code = await codeOf(app, user.email ?? '')
    const wrong = await confirm(token, { code: otherCode(code) })
    expect([wrong.status, wrong.body.attemptsRemaining]).toEqual([400, 4])
    expect((await confirm(token, { code })).status).toBe(200)
    expect((await confirm(token, { code })).body.code).toBe('auth.codeInvalid')
    expect((await send(token)).status).toBeLessThan(300)
  })
})

test('a proof is valid only for its own session', async () => {
  const { user, token } = await longSignedIn()
  const login = await app.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } })
  const other = login.body.data.authentication.token
  expect((await app.call('DELETE', '/users/me', { token })).body.code).toBe('auth.confirmFirst')
  expect((await app.call('DELETE', '/users/me/sessions', { token: other })).status).toBe(200)
  expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
  expect((await app.call('GET', '/users/me', { token: other })).status).toBe(200)
})

test('a code does not replace a password, and a password must have been set', async () => {
  const withPassword = await longSignedIn()
  const code = await confirm(withPassword.token, { code: '123456' })
  expect([code.body.code, code.body.method]).toEqual(['auth.confirmFirst', 'password'])
  const without = await longSignedIn({})
  expect((await confirm(without.token, { password: PASSWORD })).body.code).toBe('auth.passwordNotSet')
  const nothing = await longSignedIn({ email: null })
  expect((await confirm(nothing.token, {})).body.method).toBe('signIn')
})

test('password guesses are throttled as at login', async () => {
  const { token } = await longSignedIn()
  const answers: number[] = []
  for (let guess = 0; guess < 8; guess += 1) answers.push((await confirm(token, { password: `wrong ${guess}` })).status)
  expect(answers.slice(-2)).toEqual([429, 429])
  expect((await confirm(token, { password: PASSWORD })).status).toBe(429)
})

test('a new password needs the current one, however old the session is', async () => {
  const { token } = await longSignedIn()
  const change = (currentPassword: string) =>
    app.call('POST', '/users/me/change-password', { token, body: { currentPassword, newPassword: 'another one' } })
  expect((await change('not this one')).body.code).toBe('auth.wrongPassword')
  expect((await change(PASSWORD)).status).toBe(200)
})
