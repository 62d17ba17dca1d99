import { randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { newToken } from './tokens.ts'

const app = await appForFile()

const key = (secret: string) => new TextEncoder().encode(secret)
const signed = (payload: Record<string, unknown>, secret = app.deps.config.authSecret, alg = 'HS256') =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(key(secret))

async function answerTo(token: string) {
  const { status, body } = await app.call('GET', '/users/me', { token })
  return [status, body.code]
}
const sessionsOf = (userId: string) =>
  app.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

test('a session token is random, and the database stores only its hash', async () => {
  const { user, token } = await buildMember(app)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await answerTo(token)).toEqual([200, undefined])
  const session = await sessionsOf(user.id)
  expect(session.token_hash).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(session)).not.toContain(token)
  for (const bad of [
    newToken(),
    session.token_hash ?? '',
    session.id,
    `${token}A`,
    token.slice(1),
    token.toLowerCase(),
  ])
    expect([bad, ...(await answerTo(bad))]).toEqual([bad, 401, 'auth.tokenInvalid'])
})

/** The claims of a token of release 0.1.0; its session has no hash. */
async function signedSession() {
  const { user } = await buildMember(app)
  const sid = newId()
  const expires_at = new Date(Date.now() + 60_000)
  await app.db.insertInto('sessions').values({ id: sid, user_id: user.id, expires_at }).execute()
  return { sid, sub: user.id, iss: 'memeroom', exp: Math.floor(expires_at.getTime() / 1000) }
}

test('a session of release 0.1.0 continues with its signed token until it ends', async () => {
  const claims = await signedSession()
  const token = await signed(claims)
  expect(await answerTo(token)).toEqual([200, undefined])
  expect((await app.call('POST', '/auth/logout', { token })).status).toBe(200)
  expect(await answerTo(token)).toEqual([401, 'auth.tokenInvalid'])
})

test('rejects a signed token with another algorithm, key, issuer, time or session', async () => {
  const { authSecret } = app.deps.config
  const { privateKey } = await generateKeyPair('RS256')
  const claims = await signedSession()
  const { sid: _, ...withoutSession } = claims
  const { user } = await buildMember(app)
  const forged: Record<string, string> = {
    'no signature': new UnsecuredJWT(claims).encode(),
    'another algorithm': await signed(claims, authSecret, 'HS512'),
    'a public key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    'another secret': await signed(claims, 'x'.repeat(authSecret.length)),
    'another issuer': await signed({ ...claims, iss: 'elsewhere' }),
    'no session': await signed(withoutSession),
    'another session': await signed({ ...claims, sid: randomUUID() }),
    'a session with a token of its own': await signed({ ...claims, sid: (await sessionsOf(user.id)).id }),
    'past its time': await signed({ ...claims, exp: 1 }),
  }
  for (const [name, bad] of Object.entries(forged))
    expect([name, ...(await answerTo(bad))]).toEqual([name, 401, 'auth.tokenInvalid'])
})

test('passwords are stored with a slow hash and their own salt', async () => {
  const hashes = await Promise.all([hashPassword('the same twice'), hashPassword('the same twice')])
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/)
  expect(new Set(hashes).size).toBe(2)
})
