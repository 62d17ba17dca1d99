import { describe, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import {
  codeOf,
  createClient,
  failCodes,
  newRegistrant,
  otherCode,
  type Registrant,
  register,
  type TestClient,
  twoPeople,
} from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { deleteStaleSignIn } from '../throttle/throttle-queries.ts'

const app = await appForFile()

const login = (client: TestClient, { email, password }: Registrant) => client.call('/auth/login', { email, password })

const isFree = async (username: string) =>
  (await createClient(app).call('/auth/register', newRegistrant({ username }))).status === 201

describe('a stranger and the owner of an address', () => {
  test('only the token of the verified registration signs in, once, and only with the code', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    const strangersToken = await register(stranger, pretender)
    const registrationToken = await register(owner, person)
    const code = await codeOf(app, person.email, 2)
    const verify = (client: TestClient, body: object) =>
      client.call('/auth/verify-email', { email: person.email, ...body })
    const guess = await verify(stranger, { code: otherCode(code), registrationToken: strangersToken })
    expect([guess.status, guess.body.data]).toEqual([400, undefined])
    const verified = await verify(owner, { code, registrationToken })
    expect(verified.body.data).toMatchObject({ username: person.username, email: person.email })
    const { token } = verified.body.data.authentication
    expect((await app.call('GET', '/users/me', { token })).body.data.username).toBe(person.username)
    for (const used of [registrationToken, strangersToken]) {
      const again = await verify(stranger, { code, registrationToken: used })
      expect([again.status, again.body.data]).toEqual([400, undefined])
    }
  })

  test('the owner who enters a stranger’s code without a token is not signed in to the stranger’s registration', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(stranger, pretender)
    const code = await codeOf(app, person.email)
    const verified = await owner.call('/auth/verify-email', { email: person.email, code })
    expect([verified.status, verified.body.username, verified.body.data]).toEqual([200, pretender.username, undefined])
  })

  test('a made-up token signs in to nothing', async () => {
    const { person, owner } = twoPeople(app)
    await register(owner, person)
    const code = await codeOf(app, person.email)
    const { body } = await owner.call('/auth/verify-email', { email: person.email, code, registrationToken: 'made up' })
    expect([body.requiresPassword, body.data]).toEqual([true, undefined])
  })

  test('verification without a token discards several registrations: the owner sets a new password', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(owner, person)
    await register(stranger, pretender)
    const code = await codeOf(app, person.email, 2)
    const verified = await owner.call('/auth/verify-email', { email: person.email, code })
    expect(verified.body).toMatchObject({
      success: true,
      requiresPassword: true,
      resetToken: expect.any(String),
      verifiedAt: expect.any(String),
      username: expect.stringMatching(/^user\d+$/),
    })
    for (const nobody of [person, pretender]) expect((await login(stranger, nobody)).status).not.toBe(200)
    expect([await isFree(person.username), await isFree(pretender.username)]).toEqual([true, true])
    // Neither a stranger's reset code nor their wrong attempts interfere.
    await stranger.call('/auth/forgot-password', { email: person.email })
    const { resetToken } = verified.body
    const newPassword = 'the one I want'
    const set = await owner.call('/auth/reset-password', { email: person.email, newPassword, resetToken })
    expect(set.status).toBe(200)
    expect((await login(owner, { ...person, password: newPassword })).status).toBe(200)
    expect((await owner.call('/auth/reset-password', { email: person.email, newPassword, resetToken })).status).toBe(
      400,
    )
  })

  test('the code and its reset token also set the password together', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(stranger, pretender)
    await register(owner, person)
    const code = await codeOf(app, person.email, 1)
    const { body } = await owner.call('/auth/verify-email', { email: person.email, code })
    const reset = { email: person.email, code, newPassword: person.password, resetToken: body.resetToken }
    expect((await owner.call('/auth/reset-password', reset)).status).toBe(200)
    expect((await login(owner, person)).status).toBe(200)
  })

  test('an expired registration’s token never completes another person’s registration', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    const registrationToken = await register(owner, person)
    await app.db.deleteFrom('registrations').where('email', '=', person.email).execute()
    await register(stranger, pretender)
    const code = await codeOf(app, person.email, 2)
    const verified = await owner.call('/auth/verify-email', { email: person.email, code, registrationToken })
    expect(verified.body.requiresPassword).toBe(true)
    expect((await login(stranger, pretender)).status).not.toBe(200)
  })

  test('registering twice uses the last input and frees the first name', async () => {
    const first = newRegistrant()
    const second = newRegistrant({ email: first.email })
    const owner = createClient(app)
    await register(owner, first)
    const registrationToken = await register(owner, second)
    const code = await codeOf(app, first.email, 2)
    await owner.call('/auth/verify-email', { email: first.email, code, registrationToken })
    expect((await login(owner, second)).body.data.username).toBe(second.username)
    expect(await isFree(first.username)).toBe(true)
  })

  test('registering again with the same name does not report a taken username, for a new or a member’s address', async () => {
    const { user } = await buildMember(app)
    for (const person of [newRegistrant(), newRegistrant({ email: user.email ?? '' })]) {
      const client = createClient(app)
      await register(client, person)
      await register(client, { ...person, password: 'typed with more care' })
      expect(await isFree(person.username)).toBe(false)
    }
  })

  test('verification without a token completes the only pending registration', async () => {
    const person = newRegistrant()
    const owner = createClient(app)
    await register(owner, person)
    const body = { email: person.email, code: await codeOf(app, person.email), registrationToken: null }
    expect((await createClient(app).call('/auth/verify-email', body)).body.requiresPassword).toBeUndefined()
    expect((await login(owner, person)).status).toBe(200)
  })

  test('logging in from another browser with the registered password returns the token', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(owner, person)
    await register(stranger, pretender)
    const elsewhere = createClient(app)
    const refused = await login(elsewhere, person)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.verificationRequired'])
    expect(refused.body).toMatchObject({
      requiresVerification: true,
      email: person.email,
      canResendAt: expect.any(String),
    })
    const { registrationToken } = refused.body
    const code = await codeOf(app, person.email, 2)
    await elsewhere.call('/auth/verify-email', { email: person.email, code, registrationToken })
    expect((await login(elsewhere, person)).body.data.username).toBe(person.username)
  })

  test('a forgotten password of a pending address is answered like an unknown one, without a mail', async () => {
    const { person, owner, stranger } = twoPeople(app)
    await register(owner, person)
    await app.mailTo(person.email)
    const waiting = await stranger.call('/auth/forgot-password', { email: person.email })
    const unknown = await stranger.call('/auth/forgot-password', { email: `nobody${unique()}@example.com` })
    expect([waiting.status, Object.keys(waiting.body).sort()]).toEqual([200, Object.keys(unknown.body).sort()])
    await register(owner, newRegistrant({ email: person.email }))
    const mails = app.mails.filter((mail) => mail.to === person.email)
    expect((await app.mailTo(person.email, 2)).subject).toContain('your Memeroom code')
    expect(mails.some((mail) => mail.subject.includes('resets'))).toBe(false)
  })
})

describe('no answer reveals a member’s address', () => {
  test('a password registered for a member’s address gets the same answers and never logs in', async () => {
    const { user } = await buildMember(app, { passwordHash: await hashPassword('of the owner') })
    const outcomes = []
    for (const email of [user.email ?? '', `fresh${unique()}@example.com`]) {
      const stranger = createClient(app)
      const person = newRegistrant({ email })
      const registered = await stranger.call('/auth/register', person)
      const loggedIn = await login(stranger, person)
      const wrong = await login(stranger, { ...person, password: 'neither of them' })
      const resent = await stranger.call('/auth/send-verification-code', { email })
      const tries = await failCodes(stranger, email, '000000', 6, registered.body.registrationToken)
      outcomes.push(
        [registered, loggedIn, wrong, resent].map(({ status, body }) => [status, body.code, Object.keys(body).sort()]),
        tries,
      )
    }
    expect(outcomes.slice(0, 2)).toEqual(outcomes.slice(2))
    expect(outcomes[0]?.map((part) => (Array.isArray(part) ? part[0] : part))).toEqual([201, 403, 401, 200])
  })

  test('a discarded registration is answered like a pending one until it expires', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(stranger, pretender)
    const before = await login(stranger, pretender)
    const registrationToken = await register(owner, person)
    const code = await codeOf(app, person.email, 2)
    await owner.call('/auth/verify-email', { email: person.email, code, registrationToken })
    const after = await login(stranger, pretender)
    expect([after.status, after.body.code, Object.keys(after.body)]).toEqual([
      before.status,
      before.body.code,
      Object.keys(before.body),
    ])
  })
})

describe('an unverified account from an earlier release', () => {
  async function carryOver() {
    const person = newRegistrant()
    await app.db
      .insertInto('registrations')
      .values({
        id: newId(),
        email: person.email,
        username: person.username,
        username_key: person.username,
        password_hash: await hashPassword(person.password),
        content_language: 'vi',
        network_key: '',
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    return person
  }

  test('still logs in to its verification and holds its name', async () => {
    const person = await carryOver()
    const owner = createClient(app)
    expect(await isFree(person.username)).toBe(false)
    const refused = await login(owner, person)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.verificationRequired'])
    const code = await codeOf(app, person.email)
    expect((await owner.call('/auth/verify-email', { email: person.email, code })).body.username).toBe(person.username)
    expect((await login(owner, person)).body.data.preferences.contentLanguage).toBe('vi')
  })
})

test('expired registrations are deleted and hold no name', async () => {
  const person = newRegistrant()
  await register(createClient(app), person)
  const past = new Date(Date.now() - 1000)
  await app.db.updateTable('registrations').set({ expires_at: past }).where('email', '=', person.email).execute()
  await app.db.updateTable('username_holds').set({ held_until: past }).execute()
  expect((await login(createClient(app), person)).status).toBe(401)
  await withTransaction(app.db, (tx) => deleteStaleSignIn(tx, { source: 90, session: 30 }))
  const left = await app.db.selectFrom('registrations').select('id').where('email', '=', person.email).execute()
  expect(left).toEqual([])
  expect(await isFree(person.username)).toBe(true)
})
