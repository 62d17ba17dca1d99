import { describe, expect, test } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeIn, expireCodes, letResend } from '#test/mailbox.ts'

const app = await appForFile()

const fresh = () => {
  const name = `reg${unique()}`
  return { email: `${name}@example.com`, username: name, password: 'correct horse' }
}

async function register(person = fresh()) {
  const answer = await app.call('POST', '/auth/register', { body: person })
  expect(answer.status).toBe(201)
  const code = codeIn((await app.mailTo(person.email)).text)
  return { person, code, answer }
}

describe('registering', () => {
  test('creates an account that can log in after its mailed code verifies it', async () => {
    const { person, code, answer } = await register()
    expect(answer.body).toMatchObject({ success: true, email: person.email, requiresVerification: true })
    expect(Date.parse(answer.body.expiresAt)).toBeGreaterThan(Date.now())

    const verified = await app.call('POST', '/auth/verify-email', { body: { email: person.email, code } })
    expect(verified.status).toBe(200)
    expect(Date.parse(verified.body.verifiedAt)).not.toBeNaN()

    const login = await app.call('POST', '/auth/login', {
      body: { email: person.email.toUpperCase(), password: person.password },
    })
    expect(login.status).toBe(200)
    expect(login.body.data).toMatchObject({
      username: person.username,
      email: person.email,
      emailVerification: { isVerified: true },
    })

    const me = await app.call('GET', '/users/me', { token: login.body.data.authentication.token })
    expect(me.body.data._id).toBe(login.body.data._id)
  })

  test('records the accepted terms and the time, or neither without acceptance', async () => {
    const before = Date.now()
    const rows = []
    for (const acceptedTermsVersion of ['2024-12-15', undefined]) {
      const { person, code } = await register({ ...fresh(), ...(acceptedTermsVersion && { acceptedTermsVersion }) })
      await app.call('POST', '/auth/verify-email', { body: { email: person.email, code } })
      const query = app.db.selectFrom('users').select(['accepted_terms_version', 'accepted_terms_at'])
      rows.push(await query.where('email', '=', person.email).executeTakeFirstOrThrow())
    }
    expect(rows).toEqual([
      { accepted_terms_version: '2024-12-15', accepted_terms_at: expect.any(Date) },
      { accepted_terms_version: null, accepted_terms_at: null },
    ])
    const at = rows[0]?.accepted_terms_at?.getTime() ?? 0
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    const long = { ...fresh(), acceptedTermsVersion: 'x'.repeat(41) }
    expect((await app.call('POST', '/auth/register', { body: long })).status).toBe(400)
  })

  test('answers a taken address exactly like a new one, and notifies the owner by mail', async () => {
    const { user } = await buildMember(app)
    const taken = await app.call('POST', '/auth/register', { body: { ...fresh(), email: user.email } })
    const free = await app.call('POST', '/auth/register', { body: fresh() })
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.body).sort()).toEqual(Object.keys(free.body).sort())
    expect(taken.body.message).toBe(free.body.message)
    const mail = await app.mailTo(user.email ?? '')
    expect(mail.subject).toContain('already have')
    expect(codeIn(mail.text)).toBe('')
  })

  test('reserves the username for a new and a taken address', async () => {
    const { user } = await buildMember(app)
    const person = fresh()
    await app.call('POST', '/auth/register', { body: { ...person, email: user.email } })
    const again = await app.call('POST', '/auth/register', {
      body: { ...fresh(), username: person.username.toUpperCase() },
    })
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('auth.usernameTaken')
  })
})

describe('codes', () => {
  test('answer an unknown address like a known one with a wrong code', async () => {
    const answer = await app.call('POST', '/auth/verify-email', {
      body: { email: `nobody${unique()}@example.com`, code: '123456' },
    })
    expect([answer.status, answer.body.code, answer.body.attemptsRemaining]).toEqual([400, 'auth.codeInvalid', 4])
  })

  test('a second request within the wait returns the old times and sends no mail', async () => {
    const { person, answer } = await register()
    const again = await app.call('POST', '/auth/send-verification-code', { body: { email: person.email } })
    expect(again.status).toBe(200)
    expect(again.body.canResendAt).toBe(answer.body.canResendAt)
    expect(app.mails.filter((mail) => mail.to === person.email)).toHaveLength(1)
  })

  test('a resend invalidates the earlier code and lengthens the next wait', async () => {
    const { person, code } = await register()
    await letResend(app, person.email)
    const resent = await app.call('POST', '/auth/send-verification-code', { body: { email: person.email } })
    expect(Date.parse(resent.body.canResendAt) - Date.now()).toBeGreaterThan(100_000)
    const second = codeIn((await app.mailTo(person.email, 2)).text)
    if (second !== code) {
      const old = await app.call('POST', '/auth/verify-email', { body: { email: person.email, code } })
      expect(old.body.code).toBe('auth.codeInvalid')
    }
    const right = await app.call('POST', '/auth/verify-email', { body: { email: person.email, code: second } })
    expect(right.status).toBe(200)
  })

  test('an expired code has its own error', async () => {
    const { person, code } = await register()
    await expireCodes(app, person.email)
    const answer = await app.call('POST', '/auth/verify-email', { body: { email: person.email, code } })
    expect(answer.body.code).toBe('auth.codeExpired')
  })
})

describe('logging in', () => {
  test('sends an unverified account to its verification', async () => {
    const { person } = await register()
    const answer = await app.call('POST', '/auth/login', { body: person })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      code: 'auth.verificationRequired',
      requiresVerification: true,
      email: person.email,
    })
  })

  test('answers a wrong password and an unknown address alike', async () => {
    const { person, code } = await register()
    await app.call('POST', '/auth/verify-email', { body: { email: person.email, code } })
    const wrong = await app.call('POST', '/auth/login', { body: { email: person.email, password: 'not this one' } })
    const unknown = await app.call('POST', '/auth/login', {
      body: { email: `nobody${unique()}@example.com`, password: 'not this one' },
    })
    expect(wrong.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
  })
})

test('an expired session returns 401 on public calls too', async () => {
  const { token } = await buildMember(app)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  const expired = await app.call('GET', '/recommendation-feed', { token })
  expect([expired.status, expired.body.code]).toEqual([401, 'auth.tokenInvalid'])
})
