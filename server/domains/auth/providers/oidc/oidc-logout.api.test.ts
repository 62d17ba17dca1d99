import { describe, expect, test } from 'vitest'
import { unique } from '#test/factories.ts'
import { employee } from '#test/identity-provider.ts'
import { oidcSite, PUBLIC_URL } from '#test/oidc-site.ts'

const { app, provider, browser, logOut } = await oidcSite()

/** Signs in and returns the session's token and the provider's session. */
async function signIn(who = employee()) {
  const { body } = await browser().signIn(who)
  const token: string = body.data.authentication.token
  const { sid } = await app.db
    .selectFrom('provider_sessions')
    .innerJoin('sessions', 'sessions.id', 'provider_sessions.session_id')
    .select('sid')
    .where('subject', '=', who.sub)
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .executeTakeFirstOrThrow()
  return { who, token, sid: sid ?? '' }
}

const statusOf = async (token: string) => (await app.call('GET', '/users/me', { token })).status

describe('a logout here', () => {
  test('returns the address that ends the session at the provider, once', async () => {
    const { token } = await signIn()
    const { body } = await app.call('POST', '/auth/logout', { token })
    const { origin, searchParams } = new URL(body.logoutUrl)
    expect(origin).toBe(provider.issuer)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`)
    expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const page = await fetch(body.logoutUrl, { redirect: 'manual' })
    expect(page.status).toBe(200)
    expect(await statusOf(token)).toBe(401)
    expect(
      await app.db
        .selectFrom('provider_sessions')
        .select('session_id')
        .where('id_token', '=', searchParams.get('id_token_hint'))
        .execute(),
    ).toEqual([])
  })

  test('returns none for a session that began with a password', async () => {
    const { body } = await browser().signIn(employee())
    const { token } = body.data.authentication
    await app.db.deleteFrom('provider_sessions').execute()
    expect((await app.call('POST', '/auth/logout', { token })).body).not.toHaveProperty('logoutUrl')
  })
})

describe('a logout by the provider', () => {
  test('ends the session that it names, and no other', async () => {
    const who = employee()
    const first = await signIn(who)
    const second = await signIn(who)
    expect(first.sid).not.toBe(second.sid)
    const answer = await logOut(await provider.logoutToken({ sub: who.sub, sid: first.sid }))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([401, 200])
  })

  test('of a person ends all sessions that began there, and a sign-in that is not finished', async () => {
    const who = employee()
    const sessions = [await signIn(who), await signIn(who)]
    const other = await signIn()
    const guest = browser()
    await guest.callback(await guest.authorize(who))
    expect((await logOut(await provider.logoutToken({ sub: who.sub }))).statusCode).toBe(200)
    for (const { token } of sessions) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(other.token)).toBe(200)
    expect((await guest.finish()).body.code).toBe('auth.signInExpired')
  })

  const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, object, object?]>([
    ['no events', { events: undefined }],
    ['another event', { events: { 'https://other.test/event': {} } }],
    ['an event that is no object', { events: { [EVENT]: 'x' } }],
    ['a nonce, as an ID token', { nonce: 'x' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://other.test' }],
    ['no id', { jti: undefined }],
    ['no time', { iat: undefined }],
    ['a time that is past', { iat: now - 7200, exp: undefined }],
    ['a time to come', { iat: now + 7200, exp: now + 7300 }],
    ['an expiry that is past', { exp: now - 3600 }],
    ['the type of another token', {}, { typ: 'at+jwt' }],
  ])('with %s is refused', async (_what, claims, header) => {
    const { who, token } = await signIn()
    const answer = await logOut(await provider.logoutToken({ sub: who.sub, ...claims }, header))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'auth.providerTokenInvalid'])
    expect(await statusOf(token)).toBe(200)
  })

  test('that names neither a person nor a session is refused', async () => {
    const { token } = await signIn()
    expect((await logOut(await provider.logoutToken({}))).statusCode).toBe(400)
    expect(await statusOf(token)).toBe(200)
  })

  test('counts once, and only with a signature of the provider', async () => {
    const { who } = await signIn()
    const logoutToken = await provider.logoutToken({ sub: who.sub })
    expect((await logOut(logoutToken)).statusCode).toBe(200)
    const again = await signIn(who)
    expect((await logOut(logoutToken)).statusCode).toBe(400)
    provider.signWithForeignKey(true)
    const forged = await provider.logoutToken({ sub: who.sub, jti: unique() })
    provider.signWithForeignKey(false)
    for (const bad of [forged, `${forged.slice(0, forged.lastIndexOf('.'))}.`, 'not a token', ''])
      expect([bad, (await logOut(bad)).statusCode]).toEqual([bad, 400])
    expect(await statusOf(again.token)).toBe(200)
  })

  test('of another body or provider is refused', async () => {
    const { who } = await signIn()
    const logoutToken = await provider.logoutToken({ sub: who.sub })
    const asJson = await app.call('POST', '/auth/oidc/corp/backchannel-logout', { body: { logout_token: logoutToken } })
    expect(asJson.status).toBe(400)
    const unknown = await logOut(logoutToken, 'other')
    expect(unknown.statusCode).toBe(404)
  })
})
