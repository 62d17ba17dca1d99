import { describe, expect, test } from 'vitest'
import { ageProof, buildMember, changeUsers, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeIn, codeOf, createClient, letResend, newRegistrant, otherCode } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'

const PASSWORD = 'the password'
const app = await appForFile()
const passwordHash = await hashPassword(PASSWORD)

const newEmail = () => `new${unique()}@example.com`
const change = (token: string, body: object) => app.call('POST', '/users/me/change-email', { token, body })
const verify = (token: string, code: string) =>
  app.call('POST', '/users/me/verify-email-change', { token, body: { code } })
const rename = (token: string, username: string) =>
  app.call('POST', '/users/me/change-username', { token, body: { username } })
const login = (email: string | null, password = PASSWORD) =>
  app.call('POST', '/auth/login', { body: { email, password } })

describe('changing the e-mail address', () => {
  test('needs the password and a code from the new address, and notifies both addresses', async () => {
    const { user, token } = await buildMember(app, { passwordHash })
    const email = newEmail()
    const asked = await change(token, { email: email.toUpperCase(), password: PASSWORD })
    expect(asked.body).toMatchObject({
      success: true,
      email,
      expiresAt: expect.any(String),
      canResendAt: expect.any(String),
    })
    const code = await codeOf(app, email)
    expect((await login(user.email)).status).toBe(200)
    const wrong = await verify(token, otherCode(code))
    expect([wrong.status, wrong.body.attemptsRemaining]).toEqual([400, 4])

    const done = await verify(token, code)
    expect([done.status, done.body.email]).toEqual([200, email])
    expect((await app.call('GET', '/users/me', { token })).body.data).toMatchObject({
      email,
      emailVerification: { isVerified: true },
    })
    expect([(await login(email)).status, (await login(user.email)).status]).toEqual([200, 401])
    const old = await app.mailTo(user.email ?? '')
    const fresh = await app.mailTo(email, 2)
    for (const mail of [old, fresh]) {
      expect(mail.subject).toContain('has changed')
      expect(mail.text).toContain(`(@${user.username})`)
    }
    expect(old.text).toContain('privacy@memeroom.test')
    expect((await verify(token, code)).status).toBe(400)
  })

  test('is refused for an address of a domain that the site does not allow', async () => {
    const { token } = await buildMember(app, { passwordHash })
    const admin = await buildMember(app, { role: 'admin' })
    const allow = (mailDomains: string[]) =>
      app.call('PUT', '/admin/settings', { token: admin.token, body: { mailDomains } })
    await allow(['school.example'])
    for (const email of [newEmail(), `a@sub.school.example`, `a@school.example.org`]) {
      const { status, body } = await change(token, { email, password: PASSWORD })
      expect([email, status, body.code]).toEqual([email, 403, 'auth.mailDomainNotAllowed'])
    }
    const email = `${unique()}@school.example`
    expect((await change(token, { email, password: PASSWORD })).status).toBe(200)
    expect((await verify(token, await codeOf(app, email))).status).toBe(200)
    await allow([])
  })

  test('is refused without the right password', async () => {
    const { user, token } = await buildMember(app, { passwordHash })
    await ageProof(app, user.id)
    const email = newEmail()
    const bare = await change(token, { email })
    const wrong = await change(token, { email, password: 'not this one' })
    expect([bare.status, bare.body.code]).toEqual([403, 'auth.confirmFirst'])
    expect([wrong.status, wrong.body.code]).toEqual([403, 'auth.wrongPassword'])
    expect(app.mails.filter((mail) => mail.to === email)).toEqual([])
  })

  test('without a password needs a code from the current address', async () => {
    const { user, token } = await buildMember(app)
    await ageProof(app, user.id)
    const email = newEmail()
    const first = await change(token, { email })
    expect([first.status, first.body.code, first.body.requiresCode]).toEqual([403, 'auth.confirmFirst', true])
    const code = await codeOf(app, user.email ?? '')
    expect((await change(token, { email, code: otherCode(code) })).body.code).toBe('auth.codeInvalid')
    expect((await change(token, { email, code })).status).toBe(200)
    expect((await verify(token, await codeOf(app, email))).status).toBe(200)
  })

  test('lets a member without an address add one', async () => {
    const { token } = await buildMember(app, { email: null })
    const email = newEmail()
    expect((await change(token, { email })).status).toBe(200)
    expect((await verify(token, await codeOf(app, email))).body.email).toBe(email)
    expect((await app.call('GET', '/users/me', { token })).body.data.email).toBe(email)
  })

  test('sends another code for the same address without another proof', async () => {
    const { user, token } = await buildMember(app, { passwordHash })
    const email = newEmail()
    const first = await change(token, { email, password: PASSWORD })
    await ageProof(app, user.id)
    const early = await change(token, { email })
    expect([early.status, early.body.canResendAt]).toEqual([200, first.body.canResendAt])
    await letResend(app, email)
    expect((await change(token, { email })).status).toBe(200)
    const code = await codeOf(app, email, 2)
    expect((await change(token, { email: newEmail() })).body.code).toBe('auth.confirmFirst')
    expect((await verify(token, code)).status).toBe(200)
  })

  test('does not reveal an address of another member, and notifies that member', async () => {
    const { user: owner } = await buildMember(app)
    const { token } = await buildMember(app, { passwordHash })
    const taken = await change(token, { email: owner.email, password: PASSWORD })
    const free = await change(token, { email: newEmail(), password: PASSWORD })
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)])
    const notice = await app.mailTo(owner.email ?? '')
    expect([notice.subject.includes('already have'), codeIn(notice.text)]).toEqual([true, ''])
  })

  test('accepts a code only from the member who asked for it', async () => {
    const email = newEmail()
    const [one, two] = [await buildMember(app, { email: null }), await buildMember(app, { email: null })]
    await change(one.token, { email })
    await change(two.token, { email })
    const code = await codeOf(app, email, 1)
    const second = await codeOf(app, email, 2)
    const mine = app.mails.find((mail) => mail.to === email && mail.text.includes(`(@${one.user.username})`))
    const [own, other] = codeIn(mine?.text ?? '') === code ? [code, second] : [second, code]
    if (own !== other) expect((await verify(one.token, other)).body.code).toBe('auth.codeInvalid')
    expect((await verify(one.token, own)).status).toBe(200)
    expect((await verify(two.token, other)).status).toBe(400)
  })

  test('discards pending registrations of the new address', async () => {
    const pretender = newRegistrant()
    const stranger = createClient(app)
    const { registrationToken } = (await stranger.call('/auth/register', pretender)).body
    const registered = await codeOf(app, pretender.email)
    const { token } = await buildMember(app, { email: null })
    await change(token, { email: pretender.email })
    expect((await verify(token, await codeOf(app, pretender.email, 2))).status).toBe(200)
    const late = { email: pretender.email, code: registered, registrationToken }
    expect((await stranger.call('/auth/verify-email', late)).status).toBe(400)
    expect((await rename(token, pretender.username)).status).toBe(200)
  })

  test('refuses the current address and too many requests at once', async () => {
    const { user, token } = await buildMember(app, { email: null })
    for (let count = 0; count < 5; count += 1) expect((await change(token, { email: newEmail() })).status).toBe(200)
    const sixth = await change(token, { email: newEmail() })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'auth.tooManyRequests'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    await changeUsers(app.db, user.id, { email: `${user.username}@example.com` })
    const same = await change(token, { email: `${user.username}@example.com` })
    expect([same.status, same.body.code]).toEqual([400, 'auth.emailUnchanged'])
  })
})

describe('changing the username', () => {
  const person = () => `renamed${unique()}`

  test('takes effect at once and reserves the former name for the member', async () => {
    const { user, token } = await buildMember(app)
    const username = person()
    expect((await rename(token, username)).body).toMatchObject({ success: true, username })
    expect((await app.call('GET', `/users/${username}`)).body.data._id).toBe(user.id)
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(404)
    const other = await buildMember(app)
    expect((await rename(other.token, user.username.toUpperCase())).body.code).toBe('auth.usernameTaken')
    const registered = await app.call('POST', '/auth/register', { body: newRegistrant({ username: user.username }) })
    expect(registered.body.code).toBe('auth.usernameTaken')
    expect((await rename(token, user.username)).status).toBe(200)
    expect((await rename(other.token, username)).status).toBe(409)
  })

  test('refuses reserved, taken and pending names, as registration does', async () => {
    const { token } = await buildMember(app)
    const { user: other } = await buildMember(app)
    const waiting = newRegistrant()
    await app.call('POST', '/auth/register', { body: waiting })
    expect((await rename(token, 'Admin')).body.errors[0].code).toBe('usernameReserved')
    for (const username of [other.username, waiting.username]) {
      const answer = await rename(token, username)
      expect([answer.status, answer.body.code]).toEqual([409, 'auth.usernameTaken'])
    }
  })

  test('is limited to three times in thirty days, except for changes of case', async () => {
    const { token } = await buildMember(app)
    const names = [person(), person(), person()]
    for (const name of names) expect((await rename(token, name)).status).toBe(200)
    const fourth = await rename(token, person())
    expect([fourth.status, fourth.body.code]).toEqual([429, 'auth.usernameChangedTooOften'])
    expect((await rename(token, names[2]?.toUpperCase() ?? '')).status).toBe(200)
    await app.db.updateTable('username_holds').set({ held_until: new Date() }).where('reason', '=', 'changed').execute()
    expect((await rename(token, person())).status).toBe(200)
  })

  test('gives a name to only one of several members who request it at once', async () => {
    const members = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const username = person()
    const answers = await Promise.all(members.map(({ token }) => rename(token, username)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})
