import { describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { softAuthenticator } from '#test/authenticator.ts'
import { buildMember, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'

const SITE = { origin: 'https://memes.example', rpId: 'memes.example' }
const PASSWORD = 'the password'
const app = await appForFile({ publicUrl: SITE.origin })
const passwordHash = await hashPassword(PASSWORD)

const beginAdding = async (token: string) => (await app.call('POST', '/users/me/passkeys/options', { token })).body.data
const add = (token: string, credential: object, name = 'Phone') =>
  app.call('POST', '/users/me/passkeys', { token, body: { name, credential } })
const question = async () => (await app.call('POST', '/auth/passkey/options')).body.data
const signIn = (credential: object) => app.call('POST', '/auth/passkey', { body: { credential } })
const list = async (token: string) => (await app.call('GET', '/users/me/passkeys', { token })).body.data
const login = (email: string | null, password = PASSWORD) =>
  app.call('POST', '/auth/login', { body: { email, password } })

async function withPasskey(overrides: Parameters<typeof buildMember>[1] = { passwordHash }) {
  const member = await buildMember(app, overrides)
  const asked = await beginAdding(member.token)
  const key = softAuthenticator(SITE, asked.user.id)
  const added = await add(member.token, key.create(asked))
  expect(added.status).toBe(201)
  return { ...member, key, passkey: added.body.data as { _id: string } }
}
const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('adding a passkey', () => {
  test('names it, announces it by mail and in the security log, and never lists its key', async () => {
    const { user, token, key } = await withPasskey()
    const asked = await beginAdding(token)
    expect(asked).toMatchObject({ rp: { id: SITE.rpId }, authenticatorSelection: { userVerification: 'required' } })
    expect(asked.excludeCredentials).toEqual([{ id: key.credentialId, type: 'public-key', transports: ['internal'] }])
    const [passkey] = await list(token)
    expect(passkey).toMatchObject({ name: 'Phone', synced: false, lastUsedAt: null })
    expect(Object.keys(passkey)).not.toContain('publicKey')
    expect((await app.mailTo(user.email ?? '')).subject).toContain('passkey was added')
    const events = (await app.call('GET', '/users/me/security-events', { token })).body.data
    expect(events[0].event).toBe('passkey-added')
  })

  test('accepts each challenge once, from the session that asked, and none issued for sign-in', async () => {
    const { token } = await buildMember(app)
    const other = await buildMember(app)
    const asked = await beginAdding(token)
    const key = () => softAuthenticator(SITE, asked.user.id)
    expect(codeOfAnswer(await add(other.token, key().create(asked)))).toEqual([400, 'passkey.invalid'])
    expect(codeOfAnswer(await add(token, key().create(await question())))).toEqual([400, 'passkey.invalid'])
    const answers = await Promise.all([add(token, key().create(asked)), add(token, key().create(asked))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('rejects another origin, another site, a missing PIN or finger, and an assertion instead of an attestation', async () => {
    const { token } = await buildMember(app)
    for (const changed of [
      { origin: 'https://evil.example' },
      { crossOrigin: true },
      { origin: 'http://memes.example' },
      { origin: 'https://memes.example:8443' },
      { rpId: 'evil.example' },
      { verified: false },
      { type: 'webauthn.get' },
    ]) {
      const asked = await beginAdding(token)
      const credential = softAuthenticator(SITE, asked.user.id).create(asked, changed)
      expect(codeOfAnswer(await add(token, credential))).toEqual([400, 'passkey.invalid'])
    }
    expect(await list(token)).toEqual([])
  })

  test('rejects a credential that is already registered', async () => {
    const { key } = await withPasskey()
    const { token } = await buildMember(app)
    expect(codeOfAnswer(await add(token, key.create(await beginAdding(token))))).toEqual([409, 'passkey.exists'])
  })

  test('limits a member to twenty', async () => {
    const { token, user } = await buildMember(app)
    const asked = await beginAdding(token)
    const row = (index: number) => ({
      id: `0190b1a2-0000-7000-8000-${Date.now().toString(16).padStart(12, '0').slice(-8)}${String(index).padStart(4, '0')}`,
      user_id: user.id,
      credential_id: `${user.id}-${index}`,
      public_key: 'none',
      transports: [],
      name: 'Key',
      synced: false,
    })
    await app.db
      .insertInto('passkeys')
      .values(Array.from({ length: 20 }, (_, index) => row(index)))
      .execute()
    expect(codeOfAnswer(await add(token, softAuthenticator(SITE, asked.user.id).create(asked)))).toEqual([
      409,
      'passkey.tooMany',
    ])
    const more = await app.call('POST', '/users/me/passkeys/options', { token })
    expect(codeOfAnswer(more)).toEqual([409, 'passkey.tooMany'])
  })
})

describe('own passkeys', () => {
  test('can be renamed and removed', async () => {
    const { user, token, key, passkey } = await withPasskey()
    const url = `/users/me/passkeys/${passkey._id}`
    const renamed = await app.call('PUT', url, { token, body: { name: ' Old phone ' } })
    expect(renamed.body.data.name).toBe('Old phone')
    expect((await app.call('DELETE', url, { token })).status).toBe(200)
    expect((await app.mailTo(user.email ?? '', 2)).subject).toContain('passkey was removed')
    expect(await list(token)).toEqual([])
    expect(codeOfAnswer(await signIn(key.get(await question())))).toEqual([400, 'passkey.invalid'])
  })
})

describe('signing in with a passkey', () => {
  test('needs no password or code', async () => {
    const { user, key, token } = await withPasskey()
    await app.call('PUT', '/users/me/second-factor/passkeys', { token })
    const asked = await question()
    expect(asked).toMatchObject({ rpId: SITE.rpId, userVerification: 'required', allowCredentials: [] })
    const answer = await signIn(key.get(asked))
    expect([answer.status, answer.body.data._id]).toEqual([200, user.id])
    const mine = answer.body.data.authentication.token
    expect((await list(mine))[0].lastUsedAt).not.toBeNull()
  })

  test('accepts each answer once, even when sent twice at the same time', async () => {
    const { key } = await withPasskey()
    const credential = key.get(await question())
    const answers = await Promise.all([signIn(credential), signIn(credential), signIn(credential)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(codeOfAnswer(await signIn(credential))).toEqual([400, 'auth.challengeInvalid'])
  })

  test('rejects another origin, site, purpose or holder and a missing PIN or finger', async () => {
    const { key, token } = await withPasskey()
    const other = await withPasskey()
    for (const changed of [
      { origin: 'https://evil.example' },
      { crossOrigin: true },
      { rpId: 'evil.example' },
      { verified: false },
      { type: 'webauthn.create' },
      { userHandle: Buffer.from(other.user.id.replaceAll('-', ''), 'hex').toString('base64url') },
    ]) {
      const answer = await signIn(key.get(await question(), changed))
      expect([answer.status, answer.body.data]).toEqual([400, undefined])
    }
    const { challenge } = await beginAdding(token)
    expect(codeOfAnswer(await signIn(key.get({ challenge })))).toEqual([400, 'auth.challengeInvalid'])
    expect(codeOfAnswer(await signIn(key.get({ challenge: 'A'.repeat(72) })))).toEqual([400, 'auth.challengeInvalid'])
    expect((await signIn(key.get(await question(), { userHandle: null }))).status).toBe(200)
  })

  test('rejects a signature by another key', async () => {
    const { user, key } = await withPasskey()
    const forger = softAuthenticator(SITE, user.id)
    const forged = { ...forger.get(await question()), id: key.credentialId, rawId: key.credentialId }
    expect(codeOfAnswer(await signIn(forged))).toEqual([400, 'passkey.invalid'])
  })

  test('rejects a counter that does not increase, a sign of a copied key', async () => {
    const { key } = await withPasskey()
    expect((await signIn(key.get(await question(), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 6, 0])
      expect(codeOfAnswer(await signIn(key.get(await question(), { counter })))).toEqual([400, 'passkey.invalid'])
    expect((await signIn(key.get(await question(), { counter: 8 }))).status).toBe(200)
  })

  test('rejects a challenge after ten minutes', async () => {
    const { key } = await withPasskey()
    const asked = await question()
    const now = Date.now
    Date.now = () => now() - 601_000
    const old = await question()
    Date.now = now
    expect(codeOfAnswer(await signIn(key.get(old)))).toEqual([400, 'auth.challengeInvalid'])
    expect((await signIn(key.get(asked))).status).toBe(200)
  })

  test('names the reason to a suspended member and to the owner of a deleted account', async () => {
    const { user, key, token } = await withPasskey()
    const spam = { suspended_at: new Date(), suspended_reason: 'Spam' }
    await changeUsers(app.db, user.id, spam)
    const suspended = await signIn(key.get(await question()))
    expect([...codeOfAnswer(suspended), suspended.body.suspension.reason]).toEqual([
      403,
      'auth.accountSuspended',
      'Spam',
    ])
    expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
    expect(codeOfAnswer(await signIn(key.get(await question())))).toEqual([403, 'auth.accountDeleted'])
    const forger = softAuthenticator(SITE, user.id)
    const forged = { ...forger.get(await question()), id: key.credentialId, rawId: key.credentialId }
    expect(codeOfAnswer(await signIn(forged))).toEqual([400, 'passkey.invalid'])
    expect(codeOfAnswer(await signIn(forger.get(await question())))).toEqual([400, 'passkey.invalid'])
    const left = await app.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()
    expect(left).toEqual([])
  })

  test('a member with only passkeys can recover the account by mail', async () => {
    const { user } = await withPasskey({})
    await app.mailTo(user.email ?? '')
    await app.call('POST', '/auth/forgot-password', { body: { email: user.email } })
    const code = await codeOf(app, user.email ?? '', 2)
    const body = { email: user.email, code, newPassword: 'another one' }
    expect((await app.call('POST', '/auth/reset-password', { body })).status).toBe(200)
    expect((await login(user.email, 'another one')).status).toBe(200)
  })
})

test('a site with an IP address as its host offers no passkeys', async () => {
  const bare = await createTestApp({ publicUrl: 'http://127.0.0.1:3000' })
  expect((await bare.call('GET', '/config')).body.data.passkeyOrigin).toBe(null)
  expect(codeOfAnswer(await bare.call('POST', '/auth/passkey/options'))).toEqual([400, 'passkey.notAvailable'])
  const { token } = await buildMember(bare)
  expect(codeOfAnswer(await bare.call('POST', '/users/me/passkeys/options', { token }))).toEqual([
    400,
    'passkey.notAvailable',
  ])
  await bare.stop()
})
