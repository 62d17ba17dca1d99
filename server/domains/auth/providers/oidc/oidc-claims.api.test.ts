import type { JWTPayload } from 'jose'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNUSABLE } from '#test/hostile-values.ts'
import { employee, startIdentityProvider } from '#test/identity-provider.ts'
import { OidcBrowser } from '#test/oidc-browser.ts'

const provider = await startIdentityProvider({ publicUrl: 'http://memeroom.test' })
afterAll(() => provider.stop())
const app = await appForFile({ oidcProviders: [provider.settings], logLevel: 'silent' })
afterEach(() => provider.tamperWith(null))

const signIn = (who = employee()) => new OidcBrowser(app.app, provider).signIn(who)
const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const logOut = async (claims: JWTPayload) => {
  const { statusCode, body } = await app.app.inject({
    method: 'POST',
    url: '/api/auth/oidc/corp/backchannel-logout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: await provider.logoutToken(claims) }).toString(),
  })
  return codeOfAnswer({ status: statusCode, body: JSON.parse(body || '{}') })
}

const REFUSED = [400, 'auth.providerTokenInvalid']
/** Longer than an index entry, and random, so that it cannot be compressed. */
const overlong = () => Array.from({ length: 500 }, unique).join('')

describe('claims that the database cannot store', () => {
  test.each(UNUSABLE)('in a name: %j are removed', async (bad) => {
    provider.tamperWith((claims) => ({ ...claims, name: `Lan Ngô${bad}` }))
    const { status, body } = await signIn()
    expect([status, body.data?.profile.displayName]).toEqual([200, expect.stringMatching(/^Lan Ngô/)])
  })

  test('a name without a visible character gives way to the next one', async () => {
    provider.tamperWith((claims) => ({ ...claims, name: '\0', preferred_username: 'Lan Ngô' }))
    expect((await signIn()).body.data.profile.displayName).toBe('Lan Ngô')
  })

  test('as the provider’s session are refused', async () => {
    for (const sid of [...UNUSABLE, overlong()]) {
      provider.tamperWith((claims) => ({ ...claims, sid }))
      expect([sid, ...codeOfAnswer(await signIn())]).toEqual([sid, ...REFUSED])
    }
  })

  test('as the person are refused', async () => {
    for (const sub of [`s\0${unique()}`, overlong()])
      expect([sub, ...codeOfAnswer(await signIn(employee({ sub })))]).toEqual([sub, ...REFUSED])
  })

  test('in a logout token are refused', async () => {
    for (const bad of [...UNUSABLE, overlong()]) {
      expect([bad, ...(await logOut({ sub: bad }))]).toEqual([bad, ...REFUSED])
      expect([bad, ...(await logOut({ sub: 'somebody', sid: bad }))]).toEqual([bad, ...REFUSED])
    }
  })
})

describe('an address of the ID token', () => {
  const corp = (name: string) => `${name}${unique()}@corp.test`
  /** Signs in with these claims and returns the new account's email address; null if it has none. */
  async function addressWith(inToken: JWTPayload, atUserinfo: { email: string; email_verified?: boolean }) {
    provider.tamperWith((claims) => ({ ...claims, ...inToken }))
    const { status, body } = await signIn(employee(atUserinfo))
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
