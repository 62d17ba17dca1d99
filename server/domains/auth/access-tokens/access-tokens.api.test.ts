import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { ACCESS_TOKEN_CALLS_PER_MINUTE, ACCESS_TOKENS_MAX } from '#contract/limits.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()

type Scope = 'read' | 'upload' | 'actions'
async function create(on: TestApp, session: string, ...scopes: Scope[]) {
  const answer = await on.call('POST', '/users/me/tokens', { token: session, body: { name: 'My script', scopes } })
  expect(answer.status).toBe(201)
  return answer.body.data as { _id: string; token: string; scopes: Scope[] }
}

describe('creating and revoking', () => {
  test('shows a token once and stores only its hash', async () => {
    const { token: session } = await buildMember(app)
    const answer = await app.call('POST', '/users/me/tokens', {
      token: session,
      body: { name: '  My script ', scopes: ['upload', 'read', 'read'] },
    })
    expect(answer.status).toBe(201)
    const { token, ...rest } = answer.body.data
    expect(rest).toEqual({
      _id: expect.any(String),
      name: 'My script',
      scopes: ['read', 'upload'],
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(token).toMatch(/^memeroom_pat_[\w-]{43}$/)
    const rows = await app.db.selectFrom('access_tokens').selectAll().where('id', '=', rest._id).execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice('memeroom_pat_'.length))
    const list = await app.call('GET', '/users/me/tokens', { token: session })
    expect(list.body.data).toEqual([{ ...rest, lastUsedAt: null }])
  })

  test('a revoked token is refused at once', async () => {
    const { token: session } = await buildMember(app)
    const { _id, token } = await create(app, session, 'read')
    expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
    await expect
      .poll(async () => (await app.call('GET', '/users/me/tokens', { token: session })).body.data[0].lastUsedAt)
      .not.toBeNull()
    expect((await app.call('DELETE', `/users/me/tokens/${_id}`, { token: session })).status).toBe(200)
    const after = await app.call('GET', '/users/me', { token })
    expect([after.status, after.body.code]).toEqual([401, 'auth.tokenInvalid'])
  })

  test('is announced by mail and in the security log', async () => {
    const { user, token: session } = await buildMember(app)
    const { _id } = await create(app, session, 'read')
    expect((await app.mailTo(user.email ?? '', 1)).subject).toContain('access token was created')
    await app.call('DELETE', `/users/me/tokens/${_id}`, { token: session })
    expect((await app.mailTo(user.email ?? '', 2)).subject).toContain('access token for your')
    const { data } = (await app.call('GET', '/users/me/security-events', { token: session })).body
    const events = data.map(({ event }: { event: string }) => event)
    expect(events.slice(0, 2)).toEqual(['token-revoked', 'token-created'])
  })

  test('ending all other sessions revokes tokens and announces it, unless endTokens is false', async () => {
    const { user, token: session } = await buildMember(app)
    const { token } = await create(app, session, 'read')
    const end = (query = '') => app.call('DELETE', `/users/me/sessions${query}`, { token: session })
    expect((await end('?endTokens=false')).status).toBe(200)
    expect((await app.call('GET', '/users/me', { token })).status).toBe(200)
    expect((await end()).status).toBe(200)
    expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
    expect((await app.mailTo(user.email ?? '', 2)).subject).toContain('were revoked')
  })

  test('limits the number of tokens of a member', async () => {
    const { token: session } = await buildMember(app)
    for (let count = 0; count < ACCESS_TOKENS_MAX; count += 1) await create(app, session, 'read')
    const one = await app.call('POST', '/users/me/tokens', { token: session, body: { name: 'More', scopes: ['read'] } })
    expect([one.status, one.body.code]).toEqual([409, 'token.tooMany'])
  })

  test('rejects a made-up token', async () => {
    const token = `memeroom_pat_${'x'.repeat(43)}`
    expect((await app.call('GET', '/tags', { token })).body.code).toBe('auth.tokenInvalid')
  })
})

describe('scopes', () => {
  test('the token of a suspended member has the limits of a suspended session', async () => {
    const { user, token: session } = await buildMember(app)
    const { token } = await create(app, session, 'upload')
    const suspended = { suspended_at: new Date(), suspended_reason: 'spam' }
    await changeUsers(app.db, user.id, suspended)
    expect((await app.call('POST', '/meme', { token })).body.code).toBe('auth.accountSuspended')
  })
})

describe('cross-origin requests', () => {
  const origin = 'https://elsewhere.example'
  const preflight = (url: string, method: string) =>
    app.app.inject({
      method: 'OPTIONS',
      url: `/api${url}`,
      headers: { origin, 'access-control-request-method': method },
    })

  test('are allowed for calls that accept a token, and no others', async () => {
    const id = UNKNOWN_ID
    const open = await preflight(`/meme/${id}`, 'PATCH')
    expect([open.statusCode, open.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(open.headers['access-control-allow-headers']).toContain('authorization')
    expect(open.headers).not.toHaveProperty('access-control-allow-credentials')
    for (const [url, method] of [
      ['/users/me/tokens', 'POST'],
      ['/auth/login', 'POST'],
      ['/users/me', 'DELETE'],
      ['/nothing', 'GET'],
    ] as const)
      expect((await preflight(url, method)).headers, url).not.toHaveProperty('access-control-allow-origin')
  })

  test('expose answers to access tokens, errors included, but not answers to sessions or visitors', async () => {
    const { token: session } = await buildMember(app)
    const { token } = await create(app, session, 'read')
    const allowed = async (url: string, options: { token?: string }) =>
      (await app.call('GET', url, { ...options, headers: { origin } })).headers['access-control-allow-origin']
    expect(await allowed('/tags', { token })).toBe('*')
    expect(await allowed('/users/me/sessions', { token })).toBe('*')
    expect(await allowed('/tags', { token: session })).toBeUndefined()
    expect(await allowed('/tags', {})).toBeUndefined()
  })
})

test('each token has its own rate limit', async () => {
  const limited = await createTestApp({ rateLimits: true })
  try {
    const { token: session } = await buildMember(limited)
    const [busy, other] = [await create(limited, session, 'read'), await create(limited, session, 'read')]
    for (let sent = 0; sent < ACCESS_TOKEN_CALLS_PER_MINUTE; sent += 1)
      await limited.call('GET', '/config', { token: busy.token })
    const refused = await limited.call('GET', '/config', {
      headers: { authorization: `bearer   ${busy.token}` },
    })
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rateLimited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limited.call('GET', '/config', { token: other.token })).status).toBe(200)
    expect((await limited.call('GET', '/config', { token: session })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('every call in the list of scopes exists', async () => {
  const { CALL_SCOPES } = await import('#contract/auth/scopes.ts')
  const known = new Set(Object.values(calls).map(({ method, path }: CallShape) => `${method} ${path}`))
  expect((Object.keys(CALL_SCOPES) as CallKey[]).filter((key) => !known.has(key))).toEqual([])
})
