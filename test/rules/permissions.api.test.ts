import { describe, expect, test } from 'vitest'
import { TOKEN_SCOPES } from '#contract/auth/tokens.ts'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { hasRole } from '#contract/people/roles.ts'
import { NEEDS_PROOF } from '#test/calls-needing-proof.ts'
import { ageProof, type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { PERMISSIONS, type Permission, SCOPE_OF_CALL } from '#test/permissions.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const keys = Object.keys(PERMISSIONS) as CallKey[]

const app = await appForFile()

interface Owner extends BuiltMember {
  /** Set by the first call about a meme. */
  memeId?: string
}

/** The address of a call with ids of the owner's meme, profile and so on, and no other input; validation may reject it. */
async function urlOf(call: CallShape, owner: Owner): Promise<string> {
  const isAboutMeme = call.path.startsWith('/meme/{id}')
  if (isAboutMeme) owner.memeId ??= (await buildMeme(app, { user: owner.user })).id
  const id = isAboutMeme && owner.memeId ? owner.memeId : owner.user.id
  return call.path.replace('{id}', id).replace(/\{\w+\}/g, UNKNOWN_ID)
}

async function suspendedMember() {
  const { user, token } = await buildMember(app)
  await changeUsers(app.db, user.id, { suspended_at: new Date(), suspended_reason: 'spam' })
  return token
}

async function deletedMember() {
  const { token } = await buildMember(app)
  expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
  return token
}

const REFUSALS = ['auth.required', 'auth.tokenInvalid', 'auth.accountSuspended', 'auth.forbidden', 'auth.scopeMissing']

/** The code if a response refuses the caller because of who they are, else 'let in'. */
const refusal = (answer: { body: { code?: string } }, codes = REFUSALS) =>
  codes.includes(answer.body?.code ?? '') ? answer.body.code : 'let in'

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
    const declared =
      call.auth === 'public' ? 'public' : call.suspendedAllowed ? 'suspendedToo' : (call.role ?? 'member')
    expect([key, call.role !== undefined && call.auth === 'public']).toEqual([key, false])
    expect([key, PERMISSIONS[key] === 'owner' ? 'member' : PERMISSIONS[key]]).toEqual([key, declared])
  }
})

const isForRole = (permission: Permission): permission is 'moderator' | 'admin' =>
  permission === 'moderator' || permission === 'admin'

/** A generous limit: about 170 calls on a busy machine. */
const TIME_LIMIT = { timeout: 180_000 }

describe('every served call', TIME_LIMIT, () => {
  /**
   * Makes each call with the token that `who` returns. Calls that can change something have their own members; the others, which
   * read or must be refused, share them.
   */
  async function expectOutcomes(
    who: (owner: string) => Promise<string | undefined>,
    rule: (permission: Permission, key: CallKey) => string,
    codes = REFUSALS,
  ) {
    const build = async () => {
      const owner: Owner = await buildMember(app)
      return { owner, token: await who(owner.token) }
    }
    const shared = await build()
    const wanted = Object.fromEntries(routes().map((key) => [key, rule(PERMISSIONS[key], key)]))
    const found: Record<string, string | undefined> = {}
    for (const key of routes()) {
      const call: CallShape = calls[key]
      const { owner, token } = call.method !== 'GET' && wanted[key] === 'let in' ? await build() : shared
      const url = await urlOf(call, owner)
      found[key] = call.stream
        ? await openStream(url, token)
        : refusal(await app.call(call.method, url, token ? { token } : {}), codes)
    }
    expect(found).toEqual(wanted)
  }

  const forMembers = (permission: Permission) => (isForRole(permission) ? 'auth.forbidden' : 'let in')

  test('as a visitor', () =>
    expectOutcomes(
      async () => undefined,
      (permission) => (permission === 'public' ? 'let in' : 'auth.required'),
    ))

  test('as the owner', () => expectOutcomes(async (owner) => owner, forMembers))

  test.each(['moderator', 'admin'] as const)('as a demoted %s, and as a current one', async (role) => {
    await expectOutcomes(
      async () => (await buildMember(app, { role })).token,
      (permission) => (isForRole(permission) && !hasRole(role, permission) ? 'auth.forbidden' : 'let in'),
    )
    await expectOutcomes(async () => {
      const { user, token } = await buildMember(app, { role })
      expect((await operate(app.deps, 'user', 'role', user.username, 'member')).code).toBe(0)
      return token
    }, forMembers)
  })

  test.each(TOKEN_SCOPES)('with an access token of the owner to %s', (scope) =>
    expectOutcomes(
      async (session) => {
        const body = { name: 'Script', scopes: [scope] }
        return (await app.call('POST', '/users/me/tokens', { token: session, body })).body.data.token
      },
      (_, key) => (SCOPE_OF_CALL[key] === scope || SCOPE_OF_CALL[key] === 'any' ? 'let in' : 'auth.scopeMissing'),
    ),
  )

  test('as an admin who signed in long ago', () =>
    expectOutcomes(
      async () => {
        const { user, token } = await buildMember(app, { role: 'admin' })
        await ageProof(app, user.id)
        return token
      },
      // A confirmation without a proof asks for one.
      (_, key) => (NEEDS_PROOF.has(key) || key === 'POST /auth/confirm' ? 'auth.confirmFirst' : 'let in'),
      ['auth.confirmFirst'],
    ))

  test('as a suspended member', () =>
    expectOutcomes(suspendedMember, (permission) =>
      permission === 'public' || permission === 'suspendedToo' ? 'let in' : 'auth.accountSuspended',
    ))

  test('as a deleted member', () => expectOutcomes(deletedMember, () => 'auth.tokenInvalid'))

  test('refuses another member’s object and changes nothing', async () => {
    for (const key of routes().filter((key) => PERMISSIONS[key] === 'owner')) {
      const call: CallShape = calls[key]
      const [url, stranger] = [await urlOf(call, await buildMember(app)), await buildMember(app)]
      const answer = await app.call(call.method, url, { token: stranger.token, ...(call.body ? { body: {} } : {}) })
      expect([key, [403, 404].includes(answer.status)]).toEqual([key, true])
    }
  })
})
