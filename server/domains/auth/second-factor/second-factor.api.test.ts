import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { plainRecoveryCode, previousRecoveryHash } from './rules.ts'

const PASSWORD = 'the password'
const app = await appForFile({ trustProxy: 1 })
const passwordHash = await hashPassword(PASSWORD)

const STEP_MS = 30_000
/** Returns the code that a member's authenticator app shows `steps` from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

const login = (email: string | null, password = PASSWORD) =>
  app.call('POST', '/auth/login', { body: { email, password } })
const pass = (body: object, address = '203.0.113.1') =>
  app.call('POST', '/auth/second-factor', { body, headers: { 'x-forwarded-for': address } })

async function memberWithFactor() {
  const member = await buildMember(app, { passwordHash })
  const { token } = member
  const { secret } = (await app.call('POST', '/users/me/second-factor/totp', { token })).body.data
  // Use the previous step's code, which is still accepted, so that the current one remains unused.
  const code = codeAt(secret, -1)
  const confirmed = await app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } })
  expect(confirmed.status).toBe(200)
  return { ...member, secret: secret as string, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
}

const challengeOf = async (email: string | null) => {
  const answer = await login(email)
  expect([answer.status, answer.body.code]).toEqual([403, 'auth.secondFactorRequired'])
  expect(answer.body.data).toBeUndefined()
  return answer.body.challenge as string
}

describe('turning it on', () => {
  test('needs a first code; until then sign-in has no second step', async () => {
    const { user, token } = await buildMember(app, { passwordHash })
    const begun = await app.call('POST', '/users/me/second-factor/totp', { token })
    const { secret, uri } = begun.body.data
    expect(uri).toContain(`secret=${secret}`)
    expect((await login(user.email)).status).toBe(200)
    const confirm = (code: string) =>
      app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } })
    expect((await confirm(wrong(codeAt(secret)))).body.code).toBe('auth.secondFactorInvalid')
    const done = await confirm(codeAt(secret))
    expect([done.status, new Set(done.body.data.recoveryCodes).size]).toEqual([200, 10])
    const state = (await app.call('GET', '/users/me/second-factor', { token })).body.data
    expect(state).toEqual({ totp: true, passkeys: false, recoveryCodesLeft: 10 })
    expect((await app.call('POST', '/users/me/second-factor/totp', { token })).body.code).toBe(
      'auth.secondFactorExists',
    )
    expect((await app.mailTo(user.email ?? '')).subject).toContain('Two-step verification was turned on')
  })

  test('does not store the secret and recovery codes in plain text', async () => {
    const { user, secret, recoveryCodes } = await memberWithFactor()
    const totp = await app.db.selectFrom('totp_secrets').selectAll().where('user_id', '=', user.id).execute()
    const codes = await app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    const stored = JSON.stringify([totp, codes])
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
    for (const { code_hash } of codes) expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/)
    const others = await memberWithFactor()
    const [other] = await app.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', others.user.id)
      .execute()
    expect(other?.code_hash.split('$')[4]).not.toBe(codes[0]?.code_hash.split('$')[4])
  })
})

describe('signing in', () => {
  test('accepts each code of the app once', async () => {
    const { user, secret } = await memberWithFactor()
    const challenge = await challengeOf(user.email)
    const code = codeAt(secret)
    const answers = await Promise.all([pass({ challenge, code }), pass({ challenge, code })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const token = answers.find(({ status }) => status === 200)?.body.data.authentication.token
    expect((await app.call('GET', '/users/me', { token })).body.data._id).toBe(user.id)
    const again = await pass({ challenge: await challengeOf(user.email), code })
    expect([again.status, again.body.code]).toEqual([400, 'auth.secondFactorInvalid'])
  })

  test('accepts each recovery code once, in any spelling, and announces it', async () => {
    const { user, token, recoveryCodes } = await memberWithFactor()
    const recoveryCode = recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    expect((await pass({ challenge: await challengeOf(user.email), recoveryCode })).status).toBe(200)
    expect((await pass({ challenge: await challengeOf(user.email), recoveryCode })).status).toBe(400)
    const state = (await app.call('GET', '/users/me/second-factor', { token })).body.data
    expect(state.recoveryCodesLeft).toBe(9)
    const renewed = await app.call('POST', '/users/me/second-factor/recovery-codes', { token })
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    const old = { challenge: await challengeOf(user.email), recoveryCode: recoveryCodes[1] }
    expect((await pass(old)).body.code).toBe('auth.secondFactorInvalid')
  })

  test('accepts recovery codes hashed by an earlier release once too', async () => {
    const { user, token } = await memberWithFactor()
    const recoveryCode = 'abcd-efgh-jkmn'
    const code_hash = previousRecoveryHash(app.deps.config.authSecret, user.id, plainRecoveryCode(recoveryCode))
    await app.db.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
    await app.db.insertInto('recovery_codes').values({ user_id: user.id, code_hash }).execute()
    const challenge = await challengeOf(user.email)
    expect((await pass({ challenge, recoveryCode: 'abcd-efgh-jkmp' })).status).toBe(400)
    const answers = await Promise.all([pass({ challenge, recoveryCode }), pass({ challenge, recoveryCode })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const state = (await app.call('GET', '/users/me/second-factor', { token })).body.data
    expect(state.recoveryCodesLeft).toBe(0)
    expect((await pass({ challenge, recoveryCode })).status).toBe(400)
  })

  test('accepts each challenge once, and a used challenge does not consume a valid code', async () => {
    const { user, token, secret, recoveryCodes } = await memberWithFactor()
    const challenge = await challengeOf(user.email)
    expect((await pass({ challenge, recoveryCode: recoveryCodes[0] })).status).toBe(200)
    for (const proof of [{ recoveryCode: recoveryCodes[1] }, { code: codeAt(secret) }]) {
      const again = await pass({ challenge, ...proof })
      expect([again.status, again.body.code]).toEqual([400, 'auth.challengeInvalid'])
    }
    const state = (await app.call('GET', '/users/me/second-factor', { token })).body.data
    expect(state.recoveryCodesLeft).toBe(9)
    expect((await pass({ challenge: await challengeOf(user.email), code: codeAt(secret) })).status).toBe(200)
  })

  test('rejects a challenge as a session token, and a foreign or made-up challenge', async () => {
    const one = await memberWithFactor()
    const other = await memberWithFactor()
    const challenge = await challengeOf(one.user.email)
    expect((await app.call('GET', '/users/me', { token: challenge })).status).toBe(401)
    expect((await pass({ challenge: one.token, code: codeAt(one.secret) })).body.code).toBe('auth.challengeInvalid')
    expect((await pass({ challenge, code: codeAt(other.secret) })).status).toBe(400)
    expect((await pass({ challenge })).body.errors[0]).toMatchObject({ path: 'code', code: 'requiredField' })
  })

  test('slows down guesses', async () => {
    const { user, secret } = await memberWithFactor()
    const challenge = await challengeOf(user.email)
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push((await pass({ challenge, code: wrong(codeAt(secret)) }, '203.0.113.66')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  test('is still needed after a password reset', async () => {
    const { user } = await memberWithFactor()
    await app.mailTo(user.email ?? '')
    await app.call('POST', '/auth/forgot-password', { body: { email: user.email } })
    const code = await codeOf(app, user.email ?? '', 2)
    const body = { email: user.email, code, newPassword: 'another one' }
    expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(200)
    expect((await login(user.email, 'another one')).body.code).toBe('auth.secondFactorRequired')
  })

  test('sign-in has no second step once it is turned off', async () => {
    const { user, token } = await memberWithFactor()
    expect((await app.call('DELETE', '/users/me/second-factor/totp', { token })).status).toBe(200)
    expect((await login(user.email)).status).toBe(200)
    const renewed = await app.call('POST', '/users/me/second-factor/recovery-codes', { token })
    expect(renewed.body.code).toBe('auth.secondFactorMissing')
  })
})
