import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { hasRole } from '#contract/roles.ts'
import { SCOPES, type Scope } from '#contract/tokens.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { operate } from '#test/operator.ts'

/**
 * Who may make a call. `public`: everyone. `member`: members who are not suspended. `kept`: members, including suspended ones.
 * `owner`: the member who owns the resource in the path; others get forbidden or not found. `moderator`, `admin`: members with
 * that role or a higher one.
 */
type Permission = 'public' | 'member' | 'kept' | 'owner' | 'moderator' | 'admin'

const PERMISSIONS: Record<CallKey, Permission> = {
  'POST /auth/login': 'public',
  'POST /auth/register': 'public',
  'POST /auth/forgot-password': 'public',
  'POST /auth/verify-reset-code': 'public',
  'POST /auth/reset-password': 'public',
  'POST /auth/send-verification-code': 'public',
  'POST /auth/verify-email': 'public',
  'POST /auth/google-oauth': 'public',
  'POST /auth/google-one-tap': 'public',
  'POST /auth/facebook-oauth': 'public',
  'POST /auth/logout': 'kept',
  'POST /auth/provider-nonce': 'public',
  'POST /auth/passkey/options': 'public',
  'POST /auth/passkey': 'public',
  'POST /auth/second-factor': 'public',
  'POST /auth/confirm': 'kept',
  'GET /users/me/second-factor': 'kept',
  'POST /users/me/second-factor/totp': 'kept',
  'POST /users/me/second-factor/totp/confirm': 'kept',
  'DELETE /users/me/second-factor/totp': 'kept',
  'PUT /users/me/second-factor/passkeys': 'kept',
  'DELETE /users/me/second-factor/passkeys': 'kept',
  'POST /users/me/second-factor/recovery-codes': 'kept',
  'GET /users/me/passkeys': 'kept',
  'POST /users/me/passkeys/options': 'member',
  'POST /users/me/passkeys': 'member',
  'PUT /users/me/passkeys/{id}': 'member',
  'DELETE /users/me/passkeys/{id}': 'kept',
  'GET /users/me/sessions': 'kept',
  'DELETE /users/me/sessions': 'kept',
  'DELETE /users/me/sessions/{sessionId}': 'kept',
  'GET /users/me/security-events': 'kept',
  'POST /users/me/change-password': 'member',
  'POST /users/me/change-email': 'member',
  'POST /users/me/verify-email-change': 'member',
  'POST /users/me/change-username': 'member',
  'GET /users/me/tokens': 'kept',
  'POST /users/me/tokens': 'member',
  'DELETE /users/me/tokens/{id}': 'kept',
  'GET /users/me': 'kept',
  'PUT /users/me/profile': 'member',
  'PUT /users/me/preferences': 'member',
  'DELETE /users/me': 'kept',
  'GET /users/{id}': 'public',
  'GET /users/{id}/followers': 'public',
  'GET /users/{id}/following': 'public',
  'POST /users/{id}/follow': 'member',
  'DELETE /users/{id}/unfollow': 'member',
  'DELETE /users/{id}/remove-follower': 'member',
  'POST /users/{id}/block': 'member',
  'DELETE /users/{id}/block': 'member',
  'POST /users/{id}/mute': 'member',
  'DELETE /users/{id}/mute': 'member',
  'GET /users/me/blocks': 'member',
  'GET /users/me/mutes': 'member',
  'GET /notifications': 'kept',
  'GET /notifications/unread': 'kept',
  'POST /notifications/read': 'kept',
  'GET /notifications/stream': 'kept',
  'POST /notifications/unsubscribe': 'public',
  'POST /meme': 'member',
  'GET /meme/{id}': 'public',
  'PATCH /meme/{id}': 'owner',
  'DELETE /meme/{id}': 'owner',
  'POST /meme/{id}/restore': 'owner',
  'POST /meme/fetch-link': 'member',
  'GET /meme/user/{id}': 'public',
  'POST /user-action': 'public',
  'GET /user/meme/frequent/{id}': 'owner',
  'GET /user/meme/album/{id}': 'owner',
  'GET /users/me/history': 'member',
  'PUT /users/me/history': 'member',
  'DELETE /users/me/history': 'member',
  'DELETE /users/me/history/{memeId}': 'member',
  'GET /users/{id}/albums': 'public',
  'POST /albums': 'member',
  'GET /albums/{id}': 'public',
  'PATCH /albums/{id}': 'owner',
  'DELETE /albums/{id}': 'owner',
  'GET /albums/{id}/memes': 'public',
  'PUT /albums/{id}/memes/{memeId}': 'owner',
  'DELETE /albums/{id}/memes/{memeId}': 'owner',
  'PATCH /albums/{id}/memes/{memeId}': 'member',
  'GET /recommendation-feed': 'public',
  'GET /feed/following': 'member',
  'GET /feed/new': 'public',
  'POST /feed/not-interested': 'member',
  'DELETE /feed/not-interested': 'member',
  'GET /feed/not-interested': 'member',
  'GET /tags': 'public',
  'GET /tags/{tag}': 'public',
  'POST /tags/{tag}/follow': 'member',
  'DELETE /tags/{tag}/follow': 'member',
  'GET /users/me/tags': 'member',
  'GET /vector-search/text': 'public',
  'POST /vector-search/image': 'public',
  'GET /vector-search/suggest': 'public',
  'GET /vector-search/wider': 'public',
  'GET /meme/recommend/by-image': 'public',
  'GET /templates': 'public',
  'GET /template/{id}': 'public',
  'PATCH /template/{id}': 'moderator',
  'GET /template/{id}/picture': 'public',
  'POST /template/{id}/render': 'member',
  'GET /template/{id}/memes': 'public',
  'POST /template/match': 'public',
  'POST /captions/render': 'member',
  'GET /emoji/{code}': 'public',
  'POST /template/{id}/split': 'moderator',
  'POST /template/{id}/merge': 'moderator',
  'GET /meme/{id}/remixes': 'public',
  'GET /trending-memes': 'public',
  'GET /users/trending': 'public',
  'POST /meme/bulk': 'member',
  'POST /meme/bulk/known': 'member',
  'GET /meme/bulk/status/{uploadId}': 'owner',
  'GET /meme/bulk/progress/{uploadId}': 'owner',
  'POST /meme/{id}/report': 'public',
  'GET /moderation/reports': 'moderator',
  'GET /moderation/queue': 'moderator',
  'GET /moderation/log': 'moderator',
  'GET /moderation/appeals': 'moderator',
  'POST /moderation/memes/{id}/approve': 'moderator',
  'POST /moderation/memes/{id}/remove': 'moderator',
  'POST /moderation/memes/{id}/sensitive': 'moderator',
  'POST /moderation/memes/{id}/restore': 'moderator',
  'POST /moderation/reports/{id}/dismiss': 'moderator',
  'POST /moderation/users/{id}/suspend': 'moderator',
  'POST /moderation/users/{id}/unsuspend': 'moderator',
  'POST /moderation/decisions/{id}/undo': 'moderator',
  'POST /moderation/appeals/{id}/accept': 'moderator',
  'POST /moderation/appeals/{id}/reject': 'moderator',
  'POST /appeals': 'kept',
  'GET /appeals': 'kept',
  'POST /admin/claim': 'member',
  'GET /admin/settings': 'admin',
  'PUT /admin/settings': 'admin',
  'PUT /admin/logo': 'admin',
  'DELETE /admin/logo': 'admin',
  'GET /admin/people': 'admin',
  'PUT /admin/people/{id}/role': 'admin',
  'POST /admin/people/{id}/delete': 'admin',
  'GET /admin/numbers': 'admin',
  'GET /admin/invites': 'moderator',
  'POST /admin/invites': 'moderator',
  'DELETE /admin/invites/{id}': 'moderator',
  'GET /admin/networks': 'admin',
  'POST /admin/networks': 'admin',
  'DELETE /admin/networks/{id}': 'admin',
  'GET /admin/webhooks': 'admin',
  'POST /admin/webhooks': 'admin',
  'PATCH /admin/webhooks/{id}': 'admin',
  'DELETE /admin/webhooks/{id}': 'admin',
  'POST /admin/webhooks/{id}/rotate-secret': 'admin',
  'POST /admin/webhooks/{id}/test-event': 'admin',
  'GET /admin/webhooks/{id}/deliveries': 'admin',
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver': 'admin',
  'POST /users/me/export': 'kept',
  'GET /users/me/export': 'kept',
  'GET /users/me/export/{exportId}/file': 'kept',
  'GET /config': 'public',
  'GET /health': 'public',
  'GET /ready': 'public',
}

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

/** Whether a response is a refusal because of who the caller is. */
const refusal = (answer: { body: { code?: string } }) =>
  REFUSALS.includes(answer.body?.code ?? '') ? answer.body.code : 'let in'

/** Opens a stream of events, which would go on, and leaves it again. */
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

test('the table says of each call what the contract says', () => {
  for (const key of keys) {
    const call: CallShape = calls[key]
    const declared = call.auth === 'public' ? 'public' : call.suspendedAllowed ? 'kept' : (call.role ?? 'member')
    expect([key, call.role !== undefined && call.auth === 'public']).toEqual([key, false])
    expect([key, PERMISSIONS[key] === 'owner' ? 'member' : PERMISSIONS[key]]).toEqual([key, declared])
  }
})

const isForRole = (permission: Permission): permission is 'moderator' | 'admin' =>
  permission === 'moderator' || permission === 'admin'

/** What an access token of the member needs for a call; calls without a row are for sessions alone. */
const TOKEN_SCOPES: Partial<Record<CallKey, Scope | 'any'>> = {
  'GET /config': 'any',
  'GET /health': 'any',
  'GET /ready': 'any',
  'GET /users/me': 'read',
  'GET /users/me/tags': 'read',
  'GET /users/{id}': 'read',
  'GET /users/{id}/followers': 'read',
  'GET /users/{id}/following': 'read',
  'GET /meme/{id}': 'read',
  'GET /meme/user/{id}': 'read',
  'GET /user/meme/frequent/{id}': 'read',
  'GET /user/meme/album/{id}': 'read',
  'GET /users/me/history': 'read',
  'GET /users/{id}/albums': 'read',
  'GET /albums/{id}': 'read',
  'GET /albums/{id}/memes': 'read',
  'GET /recommendation-feed': 'read',
  'GET /feed/following': 'read',
  'GET /feed/new': 'read',
  'GET /tags': 'read',
  'GET /tags/{tag}': 'read',
  'GET /vector-search/text': 'read',
  'POST /vector-search/image': 'read',
  'GET /vector-search/suggest': 'read',
  'GET /vector-search/wider': 'read',
  'GET /meme/recommend/by-image': 'read',
  'GET /templates': 'read',
  'GET /template/{id}': 'read',
  'GET /template/{id}/picture': 'read',
  'GET /template/{id}/memes': 'read',
  'POST /template/match': 'read',
  'GET /meme/{id}/remixes': 'read',
  'GET /trending-memes': 'read',
  'GET /users/trending': 'read',
  'POST /template/{id}/render': 'upload',
  'POST /captions/render': 'upload',
  'GET /emoji/{code}': 'read',
  'POST /meme': 'upload',
  'PATCH /meme/{id}': 'upload',
  'DELETE /meme/{id}': 'upload',
  'POST /meme/{id}/restore': 'upload',
  'POST /meme/fetch-link': 'upload',
  'POST /meme/bulk': 'upload',
  'POST /meme/bulk/known': 'upload',
  'GET /meme/bulk/status/{uploadId}': 'upload',
  'GET /meme/bulk/progress/{uploadId}': 'upload',
  'POST /user-action': 'actions',
  'POST /users/{id}/follow': 'actions',
  'DELETE /users/me/history': 'actions',
  'DELETE /users/me/history/{memeId}': 'actions',
  'POST /albums': 'actions',
  'PATCH /albums/{id}': 'actions',
  'DELETE /albums/{id}': 'actions',
  'PUT /albums/{id}/memes/{memeId}': 'actions',
  'DELETE /albums/{id}/memes/{memeId}': 'actions',
  'PATCH /albums/{id}/memes/{memeId}': 'actions',
  'POST /tags/{tag}/follow': 'actions',
  'DELETE /tags/{tag}/follow': 'actions',
  'DELETE /users/{id}/unfollow': 'actions',
  'DELETE /users/{id}/remove-follower': 'actions',
  'POST /meme/{id}/report': 'actions',
}

describe('every call that is served', () => {
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

  test('as the member it belongs to', async () => {
    expect(await outcomes(async (owner) => owner)).toEqual(
      expected((permission) => (isForRole(permission) ? 'auth.forbidden' : 'let in')),
    )
  })

  test.each(['moderator', 'admin'] as const)('as somebody who was %s a moment ago, and as one who is', async (role) => {
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

  test.each(SCOPES)('with an access token to %s of the member it belongs to', async (scope) => {
    const found = await outcomes(async (session) => {
      const body = { name: 'Script', scopes: [scope] }
      return (await app.call('POST', '/users/me/tokens', { token: session, body })).body.data.token
    })
    const allowed = (key: CallKey) => TOKEN_SCOPES[key] === scope || TOKEN_SCOPES[key] === 'any'
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

  test('what belongs to somebody is refused to another member, and nothing of it changes', async () => {
    for (const key of routes().filter((key) => PERMISSIONS[key] === 'owner')) {
      const call: CallShape = calls[key]
      const { url } = await urlOf(call)
      const stranger = await buildMember(app)
      const answer = await app.call(call.method, url, { token: stranger.token, ...(call.body ? { body: {} } : {}) })
      expect([key, [403, 404].includes(answer.status)]).toEqual([key, true])
    }
  })
})
