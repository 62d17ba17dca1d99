import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { SignedIn } from '#contract/auth/auth.ts'
import { calls } from '#contract/calls.ts'
import type { Role } from '#contract/people/roles.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember, changeUsers } from '#test/factories.ts'
import { employee } from '#test/identity-provider.ts'
import { OidcBrowser } from '#test/oidc-browser.ts'
import { codeOfAnswer, oidcSite } from '#test/oidc-site.ts'
import { hashPassword } from '../../passwords/passwords.ts'
import { NON_OIDC_CALLS } from './non-oidc-routes.ts'

const PASSWORD = 'the password'
const { app, provider, browser } = await oidcSite()

describe('an address that belongs to a member', () => {
  test('is linked only with the password of the account', async () => {
    const { user } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
    const who = employee({ email: user.email ?? '' })
    const guest = browser()
    await guest.callback(await guest.authorize(who))
    const asked = await guest.finish()
    expect(asked.body).toMatchObject({ code: 'auth.linkRequired', method: 'password', provider: 'Corp' })
    expect(codeOfAnswer(await guest.finish({ password: 'not this one' }))).toEqual([403, 'auth.wrongPassword'])
    const linked = await guest.finish({ password: PASSWORD })
    expect(linked.body.data._id).toBe(user.id)
    expect((await browser().signIn(who)).body.data._id).toBe(user.id)
    await expect
      .poll(() => app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('new way to log in'))
  })

  test('is linked with a mailed code if the account has no password', async () => {
    const { user } = await buildMember(app)
    const guest = browser()
    await guest.callback(await guest.authorize(employee({ email: user.email ?? '' })))
    expect((await guest.finish()).body).toMatchObject({ code: 'auth.linkRequired', method: 'code' })
    const { text } = await app.mailTo(user.email ?? '')
    const code = /\b\d{6}\b/.exec(text)?.[0]
    expect((await guest.finish({ code })).body.data._id).toBe(user.id)
  })

  test('is not linked if the provider has not verified it, nor to a second person of the provider', async () => {
    const { user } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
    const link = async (overrides: object, proof: object = { password: PASSWORD }) => {
      const guest = browser()
      await guest.callback(await guest.authorize(employee({ email: user.email ?? '', ...overrides })))
      return guest.finish(proof)
    }
    // Nor asks for the password or mails a code.
    for (const proof of [{}, { password: PASSWORD }])
      expect(codeOfAnswer(await link({ email_verified: false }, proof))).toEqual([409, 'auth.emailInUse'])
    expect((await link({})).status).toBe(200)
    expect(codeOfAnswer(await link({}))).toEqual([409, 'auth.emailInUse'])
  })
})

describe('accounts that may not sign in', () => {
  test('a suspended member gets only the reason, and a deleted one nothing', async () => {
    const who = employee()
    const { _id } = (await browser().signIn(who)).body.data
    await changeUsers(app.db, _id, { suspended_at: new Date(), suspended_reason: 'Spam' })
    const suspended = await browser().signIn(who)
    expect(codeOfAnswer(suspended)).toEqual([403, 'auth.accountSuspended'])
    const token = suspended.body.data.authentication.token
    expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
    expect(codeOfAnswer(await browser().signIn(who))).toEqual([403, 'auth.accountDeleted'])
  })
})

describe('new accounts', () => {
  const signUp = async (signUp: 'site' | 'always' | 'never', registration: 'open' | 'invite' | 'closed') => {
    const own = await createTestApp({ oidcProviders: [{ ...provider.settings, signUp }] })
    const admin = await buildMember(own, { role: 'admin' })
    await own.call('PUT', '/admin/settings', { token: admin.token, body: { registration } })
    const answer = await new OidcBrowser(own.app, provider).signIn(employee())
    await own.stop()
    return answer.status === 200 ? 'created' : answer.body.code
  }

  test('follow the registration setting, or are always or never created', async () => {
    expect(await signUp('site', 'open')).toBe('created')
    expect(await signUp('site', 'invite')).toBe('auth.inviteRequired')
    expect(await signUp('site', 'closed')).toBe('auth.registrationClosed')
    expect(await signUp('always', 'closed')).toBe('created')
    expect(await signUp('never', 'open')).toBe('auth.registrationClosed')
  })
})

describe('providers as the only way in', () => {
  test('every other way to sign in, sign up, or set a password is refused, and the session calls work', async () => {
    const only = await createTestApp({ oidcProviders: [provider.settings], oidcOnly: true })
    for (const { method, path } of NON_OIDC_CALLS)
      expect([path, ...codeOfAnswer(await only.call(method, path, { body: {} }))]).toEqual([
        path,
        403,
        'auth.providerOnly',
      ])
    const opensSession = Object.values(calls).filter(({ response }) => response === SignedIn)
    const others = opensSession.filter((call) => !(NON_OIDC_CALLS as unknown[]).includes(call)).map(({ path }) => path)
    expect(others).toEqual(['/auth/oidc', '/auth/second-factor'])
    const { body } = await new OidcBrowser(only.app, provider).signIn(employee())
    const { token } = body.data.authentication
    expect((await only.call('GET', '/users/me', { token })).status).toBe(200)
    await only.stop()
  })
})

test('on a site for members only, strangers may sign in by redirect', async () => {
  const closed = await createTestApp({ oidcProviders: [provider.settings] })
  const admin = await buildMember(closed, { role: 'admin' })
  await closed.call('PUT', '/admin/settings', { token: admin.token, body: { access: 'members' } })
  expect((await closed.call('GET', '/tags')).body.code).toBe('auth.required')
  expect((await new OidcBrowser(closed.app, provider).signIn(employee())).status).toBe(200)
  await closed.stop()
})

test('a second factor follows the provider, and its session belongs to the provider too', async () => {
  const who = employee()
  const first = (await browser().signIn(who)).body.data
  const { token } = first.authentication
  const { secret } = (await app.call('POST', '/users/me/second-factor/totp', { token })).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { body } = await app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } })
  const guest = browser()
  await guest.callback(await guest.authorize(who))
  const asked = await guest.finish()
  expect(asked.body.code).toBe('auth.secondFactorRequired')
  const { challenge } = asked.body
  const passed = await app.call('POST', '/auth/second-factor', {
    body: { challenge, recoveryCode: body.data.recoveryCodes[0] },
  })
  expect(passed.status).toBe(200)
  const rows = await app.db.selectFrom('provider_sessions').select('subject').where('subject', '=', who.sub).execute()
  expect(rows).toHaveLength(2)
})

describe('groups', () => {
  async function roleWith(who: ReturnType<typeof employee>, groups?: string[]): Promise<string> {
    const { body } = await browser().signIn({ ...who, ...(groups ? { groups } : {}) })
    return body.data.role
  }
  const setRole = (username: string, role: Role) =>
    app.db.updateTable('users').set({ role }).where('username', '=', username)

  test('a group gives its role, the highest of several, and revokes it when the group is removed', async () => {
    await buildMember(app, { role: 'admin' })
    const who = employee()
    expect(await roleWith(who, ['others'])).toBe('member')
    expect(await roleWith(who, ['meme team', 'meme admins'])).toBe('admin')
    expect(await roleWith(who, ['meme team'])).toBe('moderator')
    expect(await roleWith(who)).toBe('member')
    const events = await app.db.selectFrom('moderation_log').select('reason').where('action', '=', 'role').execute()
    expect(events.map(({ reason }) => reason)).toEqual(['member → admin', 'admin → moderator', 'moderator → member'])
  })

  test('a role that an admin gave stays without a group', async () => {
    const who = employee()
    const { body } = await browser().signIn(who)
    await setRole(body.data.username, 'moderator').execute()
    expect(await roleWith(who, [])).toBe('moderator')
    expect(await roleWith(who, ['meme admins'])).toBe('admin')
  })

  test('the last admin stays in office without the group', async () => {
    const who = employee()
    expect(await roleWith(who, ['meme admins'])).toBe('admin')
    await app.db
      .updateTable('users')
      .set({ role: 'member' })
      .where('email', '<>', who.email ?? '')
      .execute()
    expect(await roleWith(who, [])).toBe('admin')
    await buildMember(app, { role: 'admin' })
    expect(await roleWith(who, [])).toBe('member')
  })

  test('groups have no effect without a mapping', async () => {
    const own = await createTestApp({ oidcProviders: [provider.settings] })
    const { body } = await new OidcBrowser(own.app, provider).signIn(employee({ groups: ['meme admins'] }))
    expect(body.data.role).toBe('member')
    await own.stop()
  })
})
