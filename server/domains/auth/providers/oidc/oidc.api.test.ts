import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { unique } from '#test/factories.ts'
import { UNUSABLE } from '#test/hostile-values.ts'
import { employee, startIdentityProvider } from '#test/identity-provider.ts'
import { OidcBrowser } from '#test/oidc-browser.ts'
import { codeOfAnswer, oidcSite, PUBLIC_URL } from '#test/oidc-site.ts'
import { SELF_SIGNED } from '#test/self-signed.ts'
import { checkProviders } from './check-providers.ts'

const { app, provider, browser, logOut } = await oidcSite()

describe('a sign-in by redirect', () => {
  test('uses a code with PKCE, a state and a nonce, and stores them encrypted for this browser only', async () => {
    const { location, cookie } = await browser().start()
    const { searchParams, origin } = new URL(location)
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/api/auth/oidc/corp/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(cookie).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(searchParams.get('state'))
  })

  test('creates a verified account the first time and finds it again later', async () => {
    const who = employee()
    const first = await browser().signIn(who)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({
      email: who.email,
      emailVerification: { isVerified: true },
      profile: { displayName: who.name },
      hasPassword: false,
    })
    const token = first.body.data.authentication.token
    expect((await app.call('GET', '/users/me', { token })).body.data._id).toBe(first.body.data._id)
    const again = await browser().signIn({ ...who, email: `new${unique()}@corp.test` })
    expect(again.body.data._id).toBe(first.body.data._id)
  })

  test('on https, binds its cookie to the host', async () => {
    const secure = await createTestApp({ oidcProviders: [provider.settings], publicUrl: 'https://memeroom.test' })
    const { cookie } = await new OidcBrowser(secure.app, provider).start()
    expect(cookie).toMatch(/^__Host-memeroom-sign-in=[^;]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/)
    await secure.stop()
  })

  test('continues on another node', async () => {
    const node = await app.anotherNode()
    const guest = browser()
    const callback = await guest.authorize(employee())
    guest.moveTo(node.app)
    expect(await guest.callback(callback)).toBe('/login?provider=corp')
    guest.moveTo(app.app)
    expect((await guest.finish()).status).toBe(200)
    await node.app.close()
  })

  test('leads nowhere but to the provider and the login page', async () => {
    const guest = browser()
    const { location } = await guest.start('?next=https://evil.test&redirect_uri=https://evil.test&return=//evil.test')
    expect(location).not.toContain('evil.test')
    const callback = await guest.authorize(employee())
    expect(await guest.callback(`${callback}&next=//evil.test`)).toBe('/login?provider=corp')
    const unknown = await app.call('GET', '/auth/oidc/evil.test/start')
    expect(codeOfAnswer(unknown)).toEqual([404, 'request.notFound'])
  })

  test('a person who declines at the provider returns to the login page without an error', async () => {
    const guest = browser()
    const state = new URL((await guest.start()).location).searchParams.get('state')
    expect(await guest.callback(`${PUBLIC_URL}/?error=access_denied&state=${state}&iss=${provider.issuer}`)).toBe(
      '/login',
    )
    expect(codeOfAnswer(await guest.finish())).toEqual([400, 'auth.signInExpired'])
  })
})

describe('what a stranger could send', () => {
  test('a state of another browser signs in neither of them', async () => {
    const attacker = browser()
    const callback = await attacker.authorize(employee())
    const victim = browser()
    await victim.callback(callback)
    expect(codeOfAnswer(await victim.finish())).toEqual([400, 'auth.signInExpired'])
    await victim.start()
    await victim.callback(callback)
    expect(codeOfAnswer(await victim.finish())).toEqual([400, 'auth.signInExpired'])
  })

  test('a code and a state that were used before', async () => {
    const guest = browser()
    const callback = await guest.authorize(employee())
    const before = guest.jar
    await guest.callback(callback)
    expect((await guest.finish()).status).toBe(200)
    guest.jar = before
    await guest.callback(callback)
    expect(codeOfAnswer(await guest.finish())).toEqual([400, 'auth.signInExpired'])
  })

  test('a confirmation that was used before', async () => {
    const guest = browser()
    await guest.callback(await guest.authorize(employee()))
    const confirmed = guest.jar
    expect((await guest.finish()).status).toBe(200)
    guest.jar = confirmed
    expect(codeOfAnswer(await guest.finish())).toEqual([400, 'auth.signInExpired'])
  })

  test('a code of a sign-in that another browser began', async () => {
    const attacker = new URL(await browser().authorize(employee()))
    const victim = browser()
    const state = new URL((await victim.start()).location).searchParams.get('state') ?? ''
    attacker.searchParams.set('state', state)
    await victim.callback(attacker.href)
    expect(codeOfAnswer(await victim.finish())).toEqual([400, 'auth.providerTokenInvalid'])
  })

  test('a cookie of another site or none', async () => {
    const guest = browser()
    expect(codeOfAnswer(await guest.finish())).toEqual([400, 'auth.signInExpired'])
    guest.jar = 'memeroom-sign-in=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA'
    expect(codeOfAnswer(await guest.finish())).toEqual([400, 'auth.signInExpired'])
  })
})

describe('tokens that are signed by the provider but wrong', () => {
  const past = () => Math.floor(Date.now() / 1000) - 3600
  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['nonce', (claims) => ({ ...claims, nonce: 'of another sign-in' })],
    ['nonce, which is missing', (claims) => ({ ...claims, nonce: undefined })],
    ['issuer', (claims) => ({ ...claims, iss: 'https://other.test' })],
    ['audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['audience, with another party', (claims) => ({ ...claims, aud: ['memeroom', 'other'], azp: 'other' })],
    ['expiry', (claims) => ({ ...claims, exp: past() })],
    ['subject, which userinfo contradicts', (claims) => ({ ...claims, sub: 'another person' })],
  ])('wrong %s', async (_name, change) => {
    provider.tamperWith(change)
    const who = employee()
    expect(codeOfAnswer(await browser().signIn(who))).toEqual([400, 'auth.providerTokenInvalid'])
    provider.tamperWith(null)
    expect((await browser().signIn(who)).status).toBe(200)
  })

  test('a rotated key is read again at once, and the previous key is rejected', async () => {
    expect((await browser().signIn(employee())).status).toBe(200)
    await provider.rotateKey()
    expect((await browser().signIn(employee())).status).toBe(200)
    provider.signWithForeignKey(true)
    expect(codeOfAnswer(await browser().signIn(employee()))).toEqual([400, 'auth.providerTokenInvalid'])
    provider.signWithForeignKey(false)
  })
})

describe('a provider that is down', () => {
  test('blocks neither the start nor the page, reports itself in one sentence, and works again once it is up', async () => {
    const own = await startIdentityProvider({ publicUrl: PUBLIC_URL })
    const settings = { ...own.settings }
    await own.stop()
    const alone = await createTestApp({ oidcProviders: [settings], logLevel: 'silent' })
    const guest = new OidcBrowser(alone.app, own)
    expect((await guest.start()).location).toBe('/login?provider=corp')
    const answer = await guest.finish({}, { 'accept-language': 'vi' })
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'Hiện không kết nối được với dịch vụ đăng nhập. Vui lòng thử lại sau.',
    ])
    expect((await checkProviders({ oidcProviders: [settings], publicUrl: PUBLIC_URL })).problems).toHaveLength(1)
    await own.restart()
    expect((await checkProviders({ oidcProviders: [settings], publicUrl: PUBLIC_URL })).problems).toEqual([])
    expect((await guest.signIn(employee())).status).toBe(200)
    await alone.stop()
    await own.stop()
  })

  test.each([
    ['a bad certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', true],
    ['no server', 'ECONNREFUSED', false],
  ])('with %s is unavailable to members, and doctor names the cause in one line', async (_what, cause, listens) => {
    const server = createServer(SELF_SIGNED, (_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const close = () => new Promise((resolve) => server.close(resolve))
    if (!listens) await close()
    const oidcProviders = [{ ...provider.settings, issuer, key: issuer }]
    const alone = await createTestApp({ oidcProviders, logLevel: 'silent' })
    const guest = new OidcBrowser(alone.app, provider)
    expect((await guest.start()).location).toBe('/login?provider=corp')
    expect(codeOfAnswer(await guest.finish())).toEqual([503, 'auth.providerUnavailable'])
    const { facts, problems } = await checkProviders({ oidcProviders, publicUrl: PUBLIC_URL })
    expect(facts).toEqual([])
    expect(problems).toEqual([expect.stringContaining(`members cannot sign in with Corp (${issuer}): `)])
    expect(problems[0]).toContain(cause)
    expect(problems[0]).not.toContain('\n')
    await alone.stop()
    if (listens) await close()
  })

  test('/config lists the providers without asking them, and without their secrets', async () => {
    const { body } = await app.call('GET', '/config')
    expect(body.data.providers).toEqual([{ id: 'corp', name: 'Corp' }])
    expect(JSON.stringify(body)).not.toContain(provider.settings.clientSecret)
  })
})

const REFUSED = [400, 'auth.providerTokenInvalid']
/** Longer than an index entry, and random, so that it cannot be compressed. */
const overlong = () => Array.from({ length: 500 }, unique).join('')

describe('claims that the database cannot store', () => {
  test.each(UNUSABLE)('in a name: %j are removed', async (bad) => {
    provider.tamperWith((claims) => ({ ...claims, name: `Lan Ngô${bad}` }))
    const { status, body } = await browser().signIn(employee())
    expect([status, body.data?.profile.displayName]).toEqual([200, expect.stringMatching(/^Lan Ngô/)])
  })

  test('a name without a visible character gives way to the next one', async () => {
    provider.tamperWith((claims) => ({ ...claims, name: '\0', preferred_username: 'Lan Ngô' }))
    expect((await browser().signIn(employee())).body.data.profile.displayName).toBe('Lan Ngô')
  })

  test('as the provider’s session are refused', async () => {
    for (const sid of [...UNUSABLE, overlong()]) {
      provider.tamperWith((claims) => ({ ...claims, sid }))
      expect([sid, ...codeOfAnswer(await browser().signIn(employee()))]).toEqual([sid, ...REFUSED])
    }
  })

  test('as the person are refused', async () => {
    for (const sub of [`s\0${unique()}`, overlong()])
      expect([sub, ...codeOfAnswer(await browser().signIn(employee({ sub })))]).toEqual([sub, ...REFUSED])
  })

  test('in a logout token are refused', async () => {
    for (const bad of [...UNUSABLE, overlong()]) {
      for (const claims of [{ sub: bad }, { sub: 'somebody', sid: bad }]) {
        const answer = await logOut(await provider.logoutToken(claims))
        expect([claims, answer.statusCode, answer.json().code]).toEqual([claims, ...REFUSED])
      }
    }
  })
})

describe('an address of the ID token', () => {
  const corp = (name: string) => `${name}${unique()}@corp.test`
  /** Signs in with these claims and returns the new account's email address; null if it has none. */
  async function addressWith(inToken: JWTPayload, atUserinfo: { email: string; email_verified?: boolean }) {
    provider.tamperWith((claims) => ({ ...claims, ...inToken }))
    const { status, body } = await browser().signIn(employee(atUserinfo))
    expect(status).toBe(200)
    return body.data.email
  }

  test('is not verified by a statement of userinfo about another address', async () => {
    const atUserinfo = { email: corp('mallory'), email_verified: true }
    expect(await addressWith({ email: corp('ceo') }, atUserinfo)).toBe('')
    expect(await addressWith({ email_verified: true }, { email: corp('ceo'), email_verified: false })).toBe('')
    const [email, other] = [corp('lan'), corp('mallory')]
    expect(await addressWith({ email, email_verified: true }, { email: other, email_verified: false })).toBe(email)
  })

  test('is verified by a statement of userinfo about the same address, unless the token denies it', async () => {
    const email = corp('lan')
    const sameAddress = { email: email.toUpperCase() }
    expect(await addressWith({ ...sameAddress, email_verified: false }, { email, email_verified: true })).toBe('')
    expect(await addressWith(sameAddress, { email, email_verified: true })).toBe(email)
  })
})
