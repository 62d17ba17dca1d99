import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMember, changeUsers, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNUSABLE } from '#test/hostile-values.ts'
import {
  CLIENT_ID,
  facebookToken,
  foreignTokens,
  googleIdToken,
  type Person,
  people,
  person,
  startProviders,
} from '#test/sign-in-providers.ts'
import { hashPassword } from '../passwords/passwords.ts'

const providers = await startProviders()
afterAll(() => providers.stop())
const google = providers.google
const app = await appForFile(providers.config)

function googleAccess(who: Person) {
  const token = `access-${unique()}`
  people.set(token, who)
  return app.call('POST', '/auth/google-oauth', { body: { access_token: token } })
}

const idToken = (claims: object, expiresIn?: number) => googleIdToken(google, claims, expiresIn)
const oneTap = (token: string, nonce?: string) =>
  app.call('POST', '/auth/google-one-tap', { body: { idToken: token, ...(nonce ? { nonce } : {}) } })

const newNonce = async () => (await app.call('POST', '/auth/provider-nonce')).body.data.nonce as string

const facebook = (known?: Parameters<typeof facebookToken>[0]) =>
  app.call('POST', '/auth/facebook-oauth', { body: { access_token: facebookToken(known) } })

describe('Google by access token', () => {
  test('creates a verified account the first time and finds it again later', async () => {
    const who = person()
    const first = await googleAccess(who)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({
      email: who.email,
      emailVerification: { isVerified: true },
      profile: { displayName: who.name },
      hasPassword: false,
    })
    expect(first.body.data.username).toMatch(/^mia\.tran\./)
    const token = first.body.data.authentication.token
    expect((await app.call('GET', '/users/me', { token })).body.data._id).toBe(first.body.data._id)
    const again = await googleAccess({ ...who, email: `changed${unique()}@gmail.test` })
    expect(again.body.data._id).toBe(first.body.data._id)
  })

  test('two simultaneous first sign-ins create one account', async () => {
    const who = person()
    const answers = await Promise.all([googleAccess(who), googleAccess(who), googleAccess(who)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1)
  })

  test('links a member with the same verified address, without changing the password', async () => {
    const { user } = await buildMember(app, { passwordHash: await hashPassword('secret one') })
    const answer = await googleAccess(person({ email: user.email?.toUpperCase() ?? '' }))
    expect(answer.body.data._id).toBe(user.id)
    const login = await app.call('POST', '/auth/login', { body: { email: user.email, password: 'secret one' } })
    expect(login.status).toBe(200)
  })

  test('mails the member that a Google account can now log in', async () => {
    const { user, token } = await buildMember(app)
    await googleAccess(person({ email: user.email ?? '' }))
    await expect
      .poll(() => app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('new way to log in'))
    const events = (await app.call('GET', '/users/me/security-events', { token })).body.data
    expect(events.map(({ event }: { event: string }) => event)).toContain('provider-linked')
  })

  test('another Google account with the same address cannot open an account that is already linked', async () => {
    const who = person()
    const first = await googleAccess(who)
    expect(first.status).toBe(200)
    const next = await googleAccess(person({ email: who.email ?? '' }))
    expect([next.status, next.body.code]).toEqual([409, 'auth.emailInUse'])
    expect((await googleAccess(who)).body.data._id).toBe(first.body.data._id)
  })

  test('does not link by an address that Google has not verified', async () => {
    const { user } = await buildMember(app)
    const answer = await googleAccess(person({ email: user.email ?? '', email_verified: false }))
    expect([answer.status, answer.body.code]).toEqual([409, 'auth.emailInUse'])
  })

  test('two people with the same name get two usernames', async () => {
    const name = `Same Name ${unique()}`
    const [one, two] = [await googleAccess(person({ name })), await googleAccess(person({ name }))]
    expect(one.body.data.username).not.toBe(two.body.data.username)
  })

  test('rejects an unknown token and a token of another application', async () => {
    const unknown = await app.call('POST', '/auth/google-oauth', { body: { access_token: 'unknown' } })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
    people.set('stolen', person())
    foreignTokens.add('stolen')
    const stolen = await app.call('POST', '/auth/google-oauth', { body: { access_token: 'stolen' } })
    expect([stolen.status, stolen.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
  })

  test('records the accepted terms for a new account and leaves those of an existing one', async () => {
    const who = person()
    const token = unique()
    people.set(token, who)
    const signIn = (acceptedTermsVersion: string) =>
      app.call('POST', '/auth/google-oauth', { body: { access_token: token, acceptedTermsVersion } })
    const { _id } = (await signIn('2024-12-15')).body.data
    await signIn('later')
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
    expect([row.accepted_terms_version, row.accepted_terms_at]).toEqual(['2024-12-15', row.created_at])
  })

  test('names the reason to a suspended member, with a restricted session', async () => {
    const who = person()
    const { _id } = (await googleAccess(who)).body.data
    const suspended = { suspended_at: new Date(), suspended_reason: 'Spam all day' }
    await changeUsers(app.db, _id, suspended)
    for (const answer of [await googleAccess(who), await oneTap(await idToken(who))]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.accountSuspended'])
      expect(answer.body.suspension.reason).toBe('Spam all day')
      const { token } = answer.body.data.authentication
      expect((await app.call('GET', '/users/me', { token })).body.data.suspension.reason).toBe('Spam all day')
      const refused = await app.call('PUT', '/users/me/preferences', { token, body: { contentLanguage: 'vi' } })
      expect([refused.status, refused.body.code]).toEqual([403, 'auth.accountSuspended'])
    }
  })

  test('does not restore a deleted account', async () => {
    const who = person()
    const { authentication } = (await googleAccess(who)).body.data
    expect((await app.call('DELETE', '/users/me', { token: authentication.token })).status).toBe(200)
    const answer = await googleAccess(who)
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.accountDeleted'])
    expect(answer.body.message).toBe('This account has been deleted and cannot be used to log in.')
  })
})

describe('Google one-tap', () => {
  test('signs in with a signed ID token as the same person as by access token', async () => {
    const who = person()
    const answer = await oneTap(await idToken(who))
    expect(answer.status).toBe(200)
    expect((await googleAccess(who)).body.data._id).toBe(answer.body.data._id)
  })

  test('accepts only a nonce issued by this site for the page that asked', async () => {
    const who = person()
    const nonce = await newNonce()
    const token = await idToken({ ...who, nonce })
    for (const other of [await newNonce(), 'of-another-page', undefined]) {
      const answer = await oneTap(token, other)
      expect([answer.status, answer.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
    }
    expect((await oneTap(token, nonce)).status).toBe(200)
    expect((await oneTap(await idToken(who), nonce)).status).toBe(400)
    const madeUp = await oneTap(await idToken({ ...who, nonce: 'made-up' }), 'made-up')
    expect([madeUp.status, madeUp.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
  })

  test('accepts a nonce once, also for two tokens at the same time', async () => {
    const nonce = await newNonce()
    const tokens = await Promise.all([person(), person()].map((who) => idToken({ ...who, nonce })))
    const answers = await Promise.all(tokens.map((token) => oneTap(token, nonce)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const later = await oneTap(await idToken({ ...person(), nonce }), nonce)
    expect([later.status, later.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
  })

  test('rejects a token with another audience, another issuer or another signature, or an expired one', async () => {
    const who = person()
    const good = await idToken(who)
    const forger = new OAuth2Server()
    await forger.issuer.keys.generate('RS256')
    forger.issuer.url = google.issuer.url ?? ''
    const forged = await forger.issuer.buildToken({
      scopesOrTransform: (_header, payload) => Object.assign(payload, who, { aud: CLIENT_ID }),
    })
    const tokens = [
      await idToken({ ...who, aud: 'another-client' }),
      await idToken({ ...who, iss: 'https://evil.example' }),
      await idToken(who, -120),
      `${good.slice(0, -6)}AAAAAA`,
      forged,
      'no token at all',
    ]
    for (const token of tokens) {
      const answer = await oneTap(token)
      expect([answer.status, answer.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
    }
  })

  test('rejects a subject that the database cannot store, and removes such characters from a name', async () => {
    for (const bad of UNUSABLE) {
      const refused = await oneTap(await idToken(person({ sub: `sub${bad}` })))
      expect([bad, refused.status, refused.body.code]).toEqual([bad, 400, 'auth.providerTokenInvalid'])
      const { status, body } = await oneTap(await idToken(person({ name: `Lan Ngô${bad}` })))
      expect([bad, status, body.data?.profile.displayName]).toEqual([bad, 200, expect.stringMatching(/^Lan Ngô/)])
    }
  })

  test('rejects an empty token as an invalid field', async () => {
    const answer = await oneTap('')
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { path: 'idToken', code: 'requiredField' }])
  })
})

describe('Facebook', () => {
  test('creates an account the first time and finds it again later', async () => {
    const id = `fb${unique()}`
    const first = await facebook({ id, email: `fb${unique()}@example.com` })
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({
      profile: { displayName: 'Minh Lê' },
      emailVerification: { isVerified: true },
    })
    expect((await facebook({ id })).body.data._id).toBe(first.body.data._id)
  })

  test('does not store an unverified address, so its owner can register it', async () => {
    const email = `owner${unique()}@example.com`
    await facebook({ email })
    const owner = await googleAccess(person({ email }))
    expect(owner.body.data.username).not.toMatch(/^minh/)
    expect(owner.body.data.email).toBe(email)
  })

  test('returns 409 and suggests the password if the address belongs to a member', async () => {
    const { user } = await buildMember(app)
    const answer = await facebook({ email: user.email ?? '' })
    expect([answer.status, answer.body.code]).toEqual([409, 'auth.emailInUse'])
  })

  test('rejects an id that the database cannot store', async () => {
    for (const bad of UNUSABLE) expect((await facebook({ id: `fb${bad}` })).body.code).toBe('auth.providerTokenInvalid')
  })

  test('rejects an invalid token and a token of another application', async () => {
    expect((await facebook({ appId: '999' })).body.code).toBe('auth.providerTokenInvalid')
    const unknown = await app.call('POST', '/auth/facebook-oauth', { body: { access_token: 'unknown' } })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'auth.providerTokenInvalid'])
  })

  test('does not restore a deleted account', async () => {
    const id = `fb${unique()}`
    const { authentication } = (await facebook({ id })).body.data
    await app.call('DELETE', '/users/me', { token: authentication.token })
    expect((await facebook({ id })).body.code).toBe('auth.accountDeleted')
  })
})
