import { describe, expect, test } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import {
  codeOf,
  createClient,
  failCodes,
  letResend,
  newRegistrant,
  otherCode,
  register,
  twoPeople,
} from '#test/mailbox.ts'

const app = await appForFile()

describe('code attempts', () => {
  test('of a stranger do not count against the owner', async () => {
    const { person, owner, stranger } = twoPeople(app)
    await register(owner, person)
    const code = await codeOf(app, person.email)
    expect(await failCodes(stranger, person.email, code, 6)).toEqual([4, 3, 2, 1, 0, 'auth.tooManyAttempts'])
    const blocked = await stranger.call('/auth/verify-email', { email: person.email, code })
    expect([blocked.status, blocked.body.attemptsRemaining]).toEqual([429, 0])
    expect(await failCodes(owner, person.email, code, 1)).toEqual([4])
    expect((await owner.call('/auth/verify-email', { email: person.email, code })).status).toBe(200)
  })

  test('with a registration token are counted apart from others in the same network', async () => {
    const person = newRegistrant()
    const shared = createClient(app)
    const registrationToken = await register(shared, person)
    const code = await codeOf(app, person.email)
    await failCodes(shared, person.email, code, 5)
    const right = { email: person.email, code, registrationToken }
    expect((await shared.call('/auth/verify-email', { ...right, registrationToken: 'made up' })).status).toBe(429)
    expect((await shared.call('/auth/verify-email', right)).status).toBe(200)
  })

  test('a stranger gets no further attempts at the owner’s code by registering again', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    await register(owner, person)
    const code = await codeOf(app, person.email)
    await failCodes(stranger, person.email, code, 5)
    const registrationToken = await register(stranger, pretender)
    expect(await failCodes(stranger, person.email, code, 1, registrationToken)).toEqual([4])
    const guessed = await stranger.call('/auth/verify-email', { email: person.email, code, registrationToken })
    expect([guessed.status, guessed.body.code]).toEqual([400, 'auth.codeInvalid'])
  })

  test('are limited to twenty from all networks', async () => {
    const { person, owner } = twoPeople(app)
    await register(owner, person)
    const code = await codeOf(app, person.email)
    for (let network = 0; network < 4; network += 1)
      expect(await failCodes(createClient(app), person.email, code, 5)).toEqual([4, 3, 2, 1, 0])
    expect((await owner.call('/auth/verify-email', { email: person.email, code })).status).toBe(429)
    await letResend(app, person.email)
    await owner.call('/auth/send-verification-code', { email: person.email })
    const fresh = await codeOf(app, person.email, 2)
    expect((await owner.call('/auth/verify-email', { email: person.email, code: fresh })).status).toBe(200)
  })

  test('of a stranger do not block a reset code', async () => {
    const { user } = await buildMember(app)
    const email = user.email ?? ''
    const [owner, stranger] = [createClient(app), createClient(app)]
    await owner.call('/auth/forgot-password', { email })
    const code = await codeOf(app, email)
    for (const attemptsRemaining of [4, 3, 2, 1, 0]) {
      const wrong = await stranger.call('/auth/verify-reset-code', { email, code: otherCode(code) })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'auth.codeInvalid', attemptsRemaining } })
    }
    expect((await stranger.call('/auth/reset-password', { email, code, newPassword: 'of a stranger' })).status).toBe(
      429,
    )
    expect((await stranger.call('/auth/verify-reset-code', { email, code })).status).toBe(429)
    expect((await owner.call('/auth/verify-reset-code', { email, code })).status).toBe(200)
    expect((await owner.call('/auth/reset-password', { email, code, newPassword: 'of the owner' })).status).toBe(200)
  })
})

describe('sending codes', () => {
  test('a registration always sends a code, even right after another request', async () => {
    const person = newRegistrant()
    const client = createClient(app)
    await client.call('/auth/send-verification-code', { email: person.email })
    await client.call('/auth/forgot-password', { email: person.email })
    await register(client, person)
    const mail = await app.mailTo(person.email)
    expect(mail.text).toContain(person.username)
  })

  test('wrong attempts before a code exists do not delay it', async () => {
    const { user } = await buildMember(app)
    const email = user.email ?? ''
    const [owner, stranger] = [createClient(app), createClient(app)]
    await stranger.call('/auth/verify-reset-code', { email, code: '123456' })
    await owner.call('/auth/forgot-password', { email })
    expect(await codeOf(app, email)).toMatch(/^\d{6}$/)
  })

  test('each mail names its username, in English and Vietnamese', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    const registrationToken = await register(owner, person)
    await register(stranger, pretender)
    await letResend(app, person.email)
    await owner.call('/auth/send-verification-code', { email: person.email, registrationToken })
    await app.mailTo(person.email, 3)
    const texts = app.mails.filter((mail) => mail.to === person.email).map((mail) => mail.text)
    expect(texts.map((text) => [person, pretender].find(({ username }) => text.includes(username)))).toEqual([
      person,
      pretender,
      person,
    ])
  })

  test('a resend invalidates only the code of its own registration', async () => {
    const { person, pretender, owner, stranger } = twoPeople(app)
    const registrationToken = await register(owner, person)
    await letResend(app, person.email)
    await stranger.call('/auth/send-verification-code', { email: person.email })
    await register(stranger, pretender)
    const [first, , pretended] = [
      await codeOf(app, person.email, 1),
      await codeOf(app, person.email, 2),
      await codeOf(app, person.email, 3),
    ]
    await letResend(app, person.email)
    await stranger.call('/auth/send-verification-code', { email: person.email, registrationToken: 'made up' })
    await codeOf(app, person.email, 4)
    const live = await app.db
      .selectFrom('codes')
      .select('slot')
      .where('email', '=', person.email)
      .where('consumed_at', 'is', null)
      .execute()
    expect(live).toHaveLength(3)
    await letResend(app, person.email)
    await owner.call('/auth/send-verification-code', { email: person.email, registrationToken })
    await codeOf(app, person.email, 5)
    const old = await owner.call('/auth/verify-email', { email: person.email, code: first, registrationToken })
    expect(old.body.code).toBe('auth.codeInvalid')
    const right = { email: person.email, code: pretended, registrationToken }
    expect((await owner.call('/auth/verify-email', right)).body.username).toBe(person.username)
  })

  test('one address gets ten codes an hour from one network and twenty in all; then registration reports that nothing was sent', async () => {
    const email = `bombed${unique()}@example.com`
    const codes = []
    for (let network = 0; network < 3; network += 1) {
      const client = createClient(app)
      const answers = []
      for (let count = 0; count < 11; count += 1)
        answers.push(await client.call('/auth/register', newRegistrant({ email })))
      codes.push(answers.filter(({ status }) => status === 201).length)
      const refused = answers.at(-1)
      expect([refused?.status, refused?.body.code]).toEqual([429, 'auth.tooManyRequests'])
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000)
    }
    expect(codes).toEqual([10, 10, 0])
  })

  test('with too many pending, drops the oldest of the busiest network, and its owner can still verify the address', async () => {
    const { person, owner } = twoPeople(app)
    const registrationToken = await register(owner, person)
    const hourAgo = new Date(Date.now() - 3_700_000)
    for (let network = 0; network < 3; network += 1) {
      const client = createClient(app)
      for (let count = 0; count < 9; count += 1) await register(client, newRegistrant({ email: person.email }))
      await app.db.updateTable('registrations').set({ created_at: hourAgo }).where('email', '=', person.email).execute()
    }
    const waiting = await app.db.selectFrom('registrations').selectAll().where('email', '=', person.email).execute()
    expect(waiting).toHaveLength(20)
    expect(waiting.some(({ username }) => username === person.username)).toBe(true)
    const code = await codeOf(app, person.email, 28)
    const verified = await owner.call('/auth/verify-email', { email: person.email, code, registrationToken })
    expect(verified.body.username).toBe(person.username)
  })
})
