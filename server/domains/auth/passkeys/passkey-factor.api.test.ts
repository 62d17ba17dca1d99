import { describe, expect, test } from 'vitest'
import { softAuthenticator } from '#test/authenticator.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'

const SITE = { origin: 'https://memes.example', rpId: 'memes.example' }
const PASSWORD = 'the password'
const app = await appForFile({ publicUrl: SITE.origin })
const passwordHash = await hashPassword(PASSWORD)

type Role = 'member' | 'moderator' | 'admin'
async function withPasskey(role: Role = 'member') {
  const member = await buildMember(app, { passwordHash, role })
  const { token } = member
  const asked = (await app.call('POST', '/users/me/passkeys/options', { token })).body.data
  const key = softAuthenticator(SITE, asked.user.id)
  const body = { name: 'Phone', credential: key.create(asked) }
  const passkey = (await app.call('POST', '/users/me/passkeys', { token, body })).body.data
  return { ...member, key, passkey }
}
const login = (email: string | null) => app.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
const pass = (body: object) => app.call('POST', '/auth/second-factor', { body })
const turnOn = (token: string) => app.call('PUT', '/users/me/second-factor/passkeys', { token })
const stateOf = async (token: string) => (await app.call('GET', '/users/me/second-factor', { token })).body.data

describe('a passkey as second factor', () => {
  test('is asked for once it is turned on, and works without a PIN', async () => {
    const { user, token, key } = await withPasskey()
    expect((await login(user.email)).status).toBe(200)
    const on = await turnOn(token)
    expect(on.body.data.recoveryCodes).toHaveLength(10)
    expect(await stateOf(token)).toEqual({ totp: false, passkeys: true, recoveryCodesLeft: 10 })
    expect((await turnOn(token)).body.data.recoveryCodes).toEqual([])
    const asked = await login(user.email)
    expect([asked.status, asked.body.code]).toEqual([403, 'auth.secondFactorRequired'])
    expect(asked.body.methods).toEqual(['passkey', 'recoveryCode'])
    expect(asked.body.passkey.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([key.credentialId])
    const answer = { challenge: asked.body.challenge, passkey: key.get(asked.body.passkey, { verified: false }) }
    const answers = await Promise.all([pass(answer), pass(answer)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { challenge } = (await login(user.email)).body
    const recovery = { challenge, recoveryCode: on.body.data.recoveryCodes[0] }
    expect((await pass(recovery)).status).toBe(200)
    expect((await pass({ challenge: asked.body.challenge, code: '123456' })).status).toBe(400)
  })

  test('rejects an assertion made for sign-in alone, for another member, or with another member’s passkey', async () => {
    const { user, token, key } = await withPasskey()
    const other = await withPasskey()
    await turnOn(token)
    await turnOn(other.token)
    const { challenge, passkey } = (await login(user.email)).body
    const alone = (await app.call('POST', '/auth/passkey/options')).body.data
    const otherQuestion = (await login(other.user.email)).body.passkey
    for (const answer of [key.get(alone), key.get(otherQuestion), other.key.get(passkey)]) {
      const refused = await pass({ challenge, passkey: answer })
      expect([refused.status, refused.body.code]).toEqual([400, 'auth.secondFactorInvalid'])
    }
    // Conversely, an answer to the challenge that follows a password does not sign in by itself.
    const credential = key.get(passkey)
    expect((await app.call('POST', '/auth/passkey', { body: { credential } })).status).toBe(400)
    expect((await pass({ challenge, passkey: credential })).status).toBe(200)
  })

  test('is turned off with the last passkey, and its recovery codes are deleted', async () => {
    const { user, token, passkey } = await withPasskey()
    await turnOn(token)
    expect((await app.call('DELETE', `/users/me/passkeys/${passkey._id}`, { token })).status).toBe(200)
    expect(await stateOf(token)).toEqual({ totp: false, passkeys: false, recoveryCodesLeft: 0 })
    expect((await login(user.email)).status).toBe(200)
    expect((await turnOn(token)).body.code).toBe('auth.secondFactorMissing')
  })

  test('can be turned off', async () => {
    const { user, token } = await withPasskey()
    await turnOn(token)
    expect((await app.call('DELETE', '/users/me/second-factor/passkeys', { token })).status).toBe(200)
    expect((await login(user.email)).status).toBe(200)
    expect((await stateOf(token)).recoveryCodesLeft).toBe(0)
  })
})

describe('a site that requires a second factor for moderators and admins', () => {
  const require = async (staffNeedsSecondFactor: boolean) => {
    const { token } = await withPasskey('admin')
    await turnOn(token)
    const answer = await app.call('PUT', '/admin/settings', { token, body: { staffNeedsSecondFactor } })
    expect(answer.status).toBe(200)
  }

  test('suspends their rights in sessions and access tokens until they turn one on', async () => {
    const { token } = await withPasskey('moderator')
    const desk = (as: string) => app.call('GET', '/moderation/reports', { token: as })
    expect((await desk(token)).status).toBe(200)
    await require(true)
    const refused = await desk(token)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.secondFactorNeeded'])
    expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
    const admin = await withPasskey('admin')
    const settings = await app.call('GET', '/admin/settings', { token: admin.token })
    expect([settings.status, settings.body.code]).toEqual([403, 'auth.secondFactorNeeded'])
    await turnOn(token)
    expect((await desk(token)).status).toBe(200)
    await app.call('DELETE', '/users/me/second-factor/passkeys', { token })
    expect((await desk(token)).status).toBe(403)
    await require(false)
    expect((await desk(token)).status).toBe(200)
  })
})
