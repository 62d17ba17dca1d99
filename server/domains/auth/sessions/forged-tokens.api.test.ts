import { randomUUID } from 'node:crypto'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { hashPassword } from '../passwords/passwords.ts'

let app: TestApp
let token: string
let claims: Record<string, unknown>
beforeAll(async () => {
  app = await createTestApp()
  ;({ token } = await buildMember(app))
  claims = decodeJwt(token)
})
afterAll(() => app.stop())

const key = (secret: string) => new TextEncoder().encode(secret)
const signed = (payload: Record<string, unknown>, secret: string, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(key(secret))

async function answerTo(forged: string) {
  const { status, body } = await app.call('GET', '/users/me', { token: forged })
  return [status, body.code]
}

test('the token itself is taken, and its claims signed anew by the same secret too', async () => {
  expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
  const again = await signed(claims, app.deps.config.authSecret)
  expect((await app.call('GET', '/users/me', { token: again })).status).toBe(200)
})

test('a token of another algorithm, key, issuer, purpose or session is refused', async () => {
  const { authSecret } = app.deps.config
  const { privateKey } = await generateKeyPair('RS256')
  const { sid: _sid, ...withoutSession } = claims
  const forged: Record<string, string> = {
    'no signature': new UnsecuredJWT(claims).encode(),
    'another algorithm': await signed(claims, authSecret, 'HS512'),
    'a public key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    'another secret': await signed(claims, 'x'.repeat(authSecret.length)),
    'another issuer': await signed({ ...claims, iss: 'elsewhere' }, authSecret),
    'no session': await signed(withoutSession, authSecret),
    'another session': await signed({ ...claims, sid: randomUUID() }, authSecret),
    'a session of another member': await signed({ ...claims, sub: randomUUID() }, authSecret),
    'past its time': await signed({ ...claims, exp: 1 }, authSecret),
  }
  for (const [name, bad] of Object.entries(forged))
    expect([name, ...(await answerTo(bad))]).toEqual([name, 401, 'auth.tokenInvalid'])
})

test('passwords are kept by a slow hash with a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword('the same twice'), hashPassword('the same twice')])
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/)
  expect(new Set(hashes).size).toBe(2)
})
