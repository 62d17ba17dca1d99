import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { scopeOf } from '#contract/auth/scopes.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { hashPassword } from '../../domains/auth/passwords/passwords.ts'
import { signOut, signOutAll } from '../../domains/auth/sessions/revoke-session.ts'
import { suspendUser } from '../../domains/users/suspend-user.ts'

const PASSWORD = 'the password'
const database = await createTestDatabase()
const config = { authSecret: 'the same on every node, as it must be' }
/** The node with the open stream, and the node where its access ends. */
const near = await appForFile(config, { database })
const far = await createTestApp(config, { database: { ...database, drop: async () => {} } })
const passwordHash = await hashPassword(PASSWORD)
await near.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => far.stop())

/** A request that opens each stream of the contract. */
const ADDRESSES: Record<string, (userId: string) => Promise<string>> = {
  'GET /notifications/stream': async () => '/notifications/stream',
  'GET /meme/bulk/progress/{uploadId}': async (userId) => {
    const id = newId()
    await sql`insert into uploads (id, user_id) values (${id}, ${userId})`.execute(near.db)
    // A due time that no worker reaches during the test.
    await sql`insert into upload_files (upload_id, index, file_name, bytes, user_id, due_at)
      values (${id}, 0, 'one.png', 1, ${userId}, now() + interval '1 hour')`.execute(near.db)
    return `/meme/bulk/progress/${id}`
  },
}
const STREAMS = (Object.keys(calls) as CallKey[]).filter((key) => 'stream' in calls[key] && calls[key].stream)

interface Holder extends BuiltMember {
  /** The bearer token that opened the stream. */
  bearer: string
}
const call = (...given: Parameters<TestApp['call']>) => far.call(...given)
const tokenOf = async ({ token }: BuiltMember) => {
  const body = { name: 'Script', scopes: ['read', 'upload'] }
  return (await call('POST', '/users/me/tokens', { token, body })).body.data as { _id: string; token: string }
}
const secondSession = async ({ user }: BuiltMember) => {
  const login = await call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } })
  return login.body.data.authentication.token as string
}

const REVOKED = 'a revoked access token'

/** Ways to end the access: `by` returns the token that opens the stream, `end` ends the access. */
const ENDS: Record<
  string,
  { by: (member: BuiltMember) => Promise<string>; end: (holder: Holder) => Promise<unknown> }
> = {
  'signing out': { by: secondSession, end: ({ bearer }) => call('POST', '/auth/logout', { token: bearer }) },
  'ending that session from another': {
    by: secondSession,
    end: async ({ token }) => {
      const listed = (await call('GET', '/users/me/sessions', { token })).body.data
      const other = listed.find(({ current }: { current: boolean }) => !current)
      return call('DELETE', `/users/me/sessions/${other._id}`, { token })
    },
  },
  'ending all others': { by: secondSession, end: ({ token }) => call('DELETE', '/users/me/sessions', { token }) },
  'a changed password': {
    by: secondSession,
    end: ({ token }) =>
      call('POST', '/users/me/change-password', {
        token,
        body: { currentPassword: PASSWORD, newPassword: 'another good one' },
      }),
  },
  'the operator': { by: secondSession, end: ({ user }) => signOut(far.deps, user.id) },
  'the operator, for all members': { by: secondSession, end: () => signOutAll(far.deps) },
  [REVOKED]: {
    by: async (member) => (await tokenOf(member)).token,
    end: async ({ token }) => {
      const [first] = (await call('GET', '/users/me/tokens', { token })).body.data
      return call('DELETE', `/users/me/tokens/${first._id}`, { token })
    },
  },
  'a suspension': {
    by: secondSession,
    end: ({ user }) => withTransaction(far.db, (tx) => suspendUser(tx, user.id, { reason: 'spam', until: null })),
  },
  'a deletion': { by: secondSession, end: ({ token }) => call('DELETE', '/users/me', { token }) },
}

test('this test covers every stream of the contract', () => {
  expect(Object.keys(ADDRESSES).toSorted()).toEqual(STREAMS.toSorted())
})

/** Streams that access tokens cannot open do not end with one. */
const cases = STREAMS.flatMap((stream) =>
  Object.keys(ENDS)
    .filter((end) => end !== REVOKED || scopeOf(calls[stream]) !== undefined)
    .map((end) => [stream, end] as const),
)

async function openStream(address: string, bearer: string) {
  const { port } = near.app.server.address() as AddressInfo
  const stream = {
    response: await fetch(`http://127.0.0.1:${port}/api${address}`, { headers: { authorization: `Bearer ${bearer}` } }),
    hasEnded: false,
  }
  void stream.response.text().then(() => {
    stream.hasEnded = true
  })
  return stream
}

test.each(STREAMS)('a sixth %s of a member ends the first', async (key) => {
  const [member, other] = [await buildMember(near), await buildMember(near)]
  const addressOf = async ({ user }: BuiltMember) => (await ADDRESSES[key]?.(user.id)) ?? ''
  const address = await addressOf(member)
  const theirs = await openStream(await addressOf(other), other.token)
  const own: Awaited<ReturnType<typeof openStream>>[] = []
  for (let index = 0; index < 6; index += 1) own.push(await openStream(address, member.token))
  await expect.poll(() => own[0]?.hasEnded).toBe(true)
  expect([theirs, ...own].map(({ hasEnded }) => hasEnded)).toEqual([false, true, false, false, false, false, false])
})

test.each(cases)('%s closes at once after %s, on another node too', async (key, name) => {
  const how = ENDS[name]
  if (!how) throw new Error(name)
  const member = await buildMember(near, { passwordHash })
  const bearer = await how.by(member)
  const address = (await ADDRESSES[key]?.(member.user.id)) ?? ''
  const stream = await openStream(address, bearer)
  const { status, headers } = stream.response
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('event-stream')])
  await how.end({ ...member, bearer })
  await poll(() => (stream.hasEnded ? true : undefined), {
    withinMs: 20_000,
    everyMs: 10,
    missing: 'the stream stays open',
  })
})
