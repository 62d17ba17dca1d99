import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOKEN_SCOPES } from '#contract/auth/tokens.ts'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { hasRole } from '#contract/people/roles.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { operate } from '#test/operator.ts'
import { PERMISSIONS, type Permission, SCOPE_OF_CALL } from '#test/permissions.ts'

const keys = Object.keys(PERMISSIONS) as CallKey[]
const NOBODY = '0190b1a2-0000-7000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

/** A call with ids of another member's meme, profile and so on in its path, and no other input; validation may reject it. */
async function urlOf(call: CallShape): Promise<{ url: string; token: string }> {
  const owner = await buildMember(app)
  const id = call.path.startsWith('/meme/{id}') ? (await buildMeme(app, { user: owner.user })).id : owner.user.id
  return { url: call.path.replace('{id}', id).replace(/\{\w+\}/, NOBODY), token: owner.token }
}

async function suspendedMember() {
  const { user, token } = await buildMember(app)
  await app.db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_reason: 'spam' })
    .where('id', '=', user.id)
    .execute()
  return token
}

async function deletedMember() {
  const { token } = await buildMember(app)
  expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
  return token
}

const REFUSALS = ['auth.required', 'auth.tokenInvalid', 'auth.accountSuspended', 'auth.forbidden', 'auth.scopeMissing']

/** The code if a response refuses the caller because of who they are, else 'let in'. */
const refusal = (answer: { body: { code?: string } }) =>
  REFUSALS.includes(answer.body?.code ?? '') ? answer.body.code : 'let in'

/** Opens an event stream and closes it again. */
async function openStream(url: string, token: string | undefined): Promise<string | undefined> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await app.app.inject({ method: 'GET', url: `/api${url}`, headers, payloadAsStream: true })
  const stream = answer.stream()
  if (answer.statusCode === 200) {
    stream.destroy()
    answer.raw.res.destroy()
    return 'let in'
  }
  return refusal({ body: JSON.parse(Buffer.concat(await stream.toArray()).toString()) })
}

const routes = () => keys.filter((key) => has(calls[key]))
const has = (call: CallShape) =>
  app.app.hasRoute({ method: call.method, url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}` })

test('the table matches the contract for every call', () => {
  for (const key of keys) {
    const call: CallShape = calls[key]
    const declared = call.auth === 'public' ? 'public' : call.suspendedAllowed ? 'kept' : (call.role ?? 'member')
    expect([key, call.role !== undefined && call.auth === 'public']).toEqual([key, false])
    expect([key, PERMISSIONS[key] === 'owner' ? 'member' : PERMISSIONS[key]]).toEqual([key, declared])
  }
})

const isForRole = (permission: Permission): permission is 'moderator' | 'admin' =>
  permission === 'moderator' || permission === 'admin'

/** A generous limit: about 170 calls, each by separate members, on a busy machine. */
const TIME_LIMIT = { timeout: 180_000 }

describe('every served call', TIME_LIMIT, () => {
  async function outcomes(who: (owner: string) => Promise<string | undefined>) {
    const found: Record<string, string | undefined> = {}
    for (const key of routes()) {
      const call: CallShape = calls[key]
      const { url, token: owner } = await urlOf(call)
      const token = await who(owner)
      found[key] = call.stream
        ? await openStream(url, token)
        : refusal(await app.call(call.method, url, token ? { token } : {}))
    }
    return found
  }
  const expected = (rule: (permission: Permission) => string) =>
    Object.fromEntries(routes().map((key) => [key, rule(PERMISSIONS[key])]))

  test('as a visitor', async () => {
    expect(await outcomes(async () => undefined)).toEqual(
      expected((permission) => (permission === 'public' ? 'let in' : 'auth.required')),
    )
  })

  test('as the owner', async () => {
    expect(await outcomes(async (owner) => owner)).toEqual(
      expected((permission) => (isForRole(permission) ? 'auth.forbidden' : 'let in')),
    )
  })

  test.each(['moderator', 'admin'] as const)('as a demoted %s, and as a current one', async (role) => {
    const allowed = (permission: Permission) =>
      isForRole(permission) && !hasRole(role, permission) ? 'auth.forbidden' : 'let in'
    const withRole = async () => (await buildMember(app, { role })).token
    expect(await outcomes(withRole)).toEqual(expected(allowed))
    const demoted = async () => {
      const { user, token } = await buildMember(app, { role })
      expect((await operate(app.deps, 'user', 'role', user.username, 'member')).code).toBe(0)
      return token
    }
    expect(await outcomes(demoted)).toEqual(
      expected((permission) => (isForRole(permission) ? 'auth.forbidden' : 'let in')),
    )
  })

  test.each(TOKEN_SCOPES)('with an access token of the owner to %s', async (scope) => {
    const found = await outcomes(async (session) => {
      const body = { name: 'Script', scopes: [scope] }
      return (await app.call('POST', '/users/me/tokens', { token: session, body })).body.data.token
    })
    const allowed = (key: CallKey) => SCOPE_OF_CALL[key] === scope || SCOPE_OF_CALL[key] === 'any'
    const wanted = routes().map((key) => [key, allowed(key) ? 'let in' : 'auth.scopeMissing'])
    expect(found).toEqual(Object.fromEntries(wanted))
  })

  test('as a suspended member', async () => {
    expect(await outcomes(suspendedMember)).toEqual(
      expected((permission) => (permission === 'public' || permission === 'kept' ? 'let in' : 'auth.accountSuspended')),
    )
  })

  test('as a deleted member', async () => {
    expect(await outcomes(deletedMember)).toEqual(expected(() => 'auth.tokenInvalid'))
  })

  test('refuses another member’s object and changes nothing', async () => {
    for (const key of routes().filter((key) => PERMISSIONS[key] === 'owner')) {
      const call: CallShape = calls[key]
      const { url } = await urlOf(call)
      const stranger = await buildMember(app)
      const answer = await app.call(call.method, url, { token: stranger.token, ...(call.body ? { body: {} } : {}) })
      expect([key, [403, 404].includes(answer.status)]).toEqual([key, true])
    }
  })
})
