import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeIn } from '#test/mailbox.ts'
import { poll } from '#test/poll.ts'
import { isAnySubscribed } from '../notifications/push/queries.ts'
import { suspendUser } from '../users/suspend-user.ts'
import { hashPassword } from './passwords/passwords.ts'
import { signOut } from './sessions/revoke-session.ts'
import { startSession } from './sessions/start-session.ts'
import { hashToken } from './sessions/tokens.ts'

const PASSWORD = 'the password'
const app = await appForFile()
const passwordHash = await hashPassword(PASSWORD)
await app.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`

/** A member with two sessions: one makes the change; the other may or may not survive it. */
interface Holder extends BuiltMember {
  other: string
  secret: string
}

/** Checks whether a created credential still gives access. With `expected` false, it may wait for the access to end. */
type Made = (expected: boolean) => Promise<boolean>

/** Throws if the response is neither a success nor a refusal of the credential. */
function isAccepted({ status }: { status: number }): boolean {
  expect([200, 400, 401, 403]).toContain(status)
  return status === 200
}

const isOpen = (token: string) => async () => isAccepted(await app.call('GET', '/users/me', { token }))

const RESET = 'a code that resets the password'
const NEW_ADDRESS = 'a code for a new address'

/** All kinds of access to an account, as listed in docs/security.md. */
const ACCESS: Record<string, (holder: Holder) => Promise<Made>> = {
  'the current session': async ({ token }) => isOpen(token),
  'another session': async ({ other }) => isOpen(other),
  'an access token': async ({ token }) => {
    const body = { name: 'Script', scopes: ['read'] }
    const made = await app.call('POST', '/users/me/tokens', { token, body })
    return isOpen(made.body.data.token)
  },
  'a second-factor challenge': async ({ user, secret }) => {
    const login = await app.call('POST', '/auth/login', { body: { email: user.email, password: PASSWORD } })
    const { challenge } = login.body
    expect(challenge).toEqual(expect.any(String))
    return async () => {
      // The code is only valid for its own and the neighboring steps, so generate it now.
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      const passed = await app.call('POST', '/auth/second-factor', { body: { challenge, code } })
      expect([200, 400, 401, 403]).toContain(passed.status)
      // A suspended member gets a session that can only read the reason and appeal.
      return passed.body.data?.authentication !== undefined
    }
  },
  [RESET]: async ({ user }) => {
    const email = user.email ?? ''
    const code = await mailedCode(email, () => app.call('POST', '/auth/forgot-password', { body: { email } }))
    const { resetToken } = (await app.call('POST', '/auth/verify-reset-code', { body: { email, code } })).body
    const body = { email, resetToken, newPassword: 'entirely another one' }
    return async () => isAccepted(await app.call('POST', '/auth/reset-password', { body }))
  },
  [NEW_ADDRESS]: async ({ user, token }) => {
    const email = `new${unique()}@example.com`
    const code = await mailedCode(email, () => app.call('POST', '/users/me/change-email', { token, body: { email } }))
    return async () => {
      const session = await freshSession(user.id)
      if (!session) return false
      return isAccepted(await app.call('POST', '/users/me/verify-email-change', { token: session, body: { code } }))
    }
  },
  'push notifications to a browser': async ({ user, other }) => {
    const id = unique()
    await sql`insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
      select gen_random_uuid(), user_id, id, ${`https://push.example/${id}`}, 'key', 'auth' from sessions
      where token_hash = ${hashOf(other)}`.execute(app.db)
    return () => isAnySubscribed(app.db, [user.id])
  },
  'an open stream of notifications': async ({ other }) => {
    const headers = { authorization: `Bearer ${other}` }
    const response = await fetch(`${origin}/api/notifications/stream`, { headers })
    expect(response.status).toBe(200)
    let hasEnded = false
    void response.text().then(
      () => {
        hasEnded = true
      },
      () => undefined,
    )
    return async (expected) => {
      const ended = () => (hasEnded ? true : undefined)
      if (!expected) await poll(ended, { withinMs: 10_000, everyMs: 20, missing: 'the stream stays open' })
      return !hasEnded
    }
  },
}

const hashOf = (token: string) => hashToken(app.deps.config.authSecret, token)

/** The code that `ask` sends. Other emails to the address, such as those about two-step verification, may arrive at the same time. */
async function mailedCode(email: string, ask: () => Promise<unknown>): Promise<string> {
  const codes = () => app.mails.filter(({ to, logLine }) => to === email && logLine)
  const before = codes().length
  await ask()
  const sent = () => codes()[before]
  return codeIn((await poll(sent, { withinMs: 10_000, everyMs: 20, missing: `no code to ${email}` })).text)
}

const visitor = { kind: 'visitor', language: 'en', address: '127.0.0.1', userAgent: 'test' } as const

/** Starts a session. Returns undefined if the member is deleted or suspended. */
async function freshSession(userId: string): Promise<string | undefined> {
  const user = await app.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user || user.suspended_at) return undefined
  return (await startSession(app.deps, visitor, user)).authentication.token
}

const NEW = 'another good one'
const changePassword = (holder: Holder, endTokens: boolean) =>
  app.call('POST', '/users/me/change-password', {
    token: holder.token,
    body: { currentPassword: PASSWORD, newPassword: NEW, endTokens },
  })

/** Events that happen to an account. Each must succeed. */
const EVENTS: Record<string, (holder: Holder) => Promise<unknown>> = {
  'password changed': (holder) => changePassword(holder, true),
  'password changed without revoking tokens': (holder) => changePassword(holder, false),
  'password reset': async ({ user }) => {
    const email = user.email ?? ''
    const code = await mailedCode(email, async () => {
      await app.db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'reset-password').execute()
      await app.call('POST', '/auth/forgot-password', { body: { email } })
    })
    const body = { email, code, newPassword: NEW }
    return app.call('POST', '/auth/reset-password', { body })
  },
  'all other sessions ended': ({ token }) => app.call('DELETE', '/users/me/sessions', { token }),
  'signed out by the operator': async ({ user }) => {
    await signOut(app.deps, user.id)
    return { status: 200 }
  },
  'other session signed out': ({ other }) => app.call('POST', '/auth/logout', { token: other }),
  suspended: async ({ user }) => {
    const suspension = { reason: 'spam', until: null }
    await withTransaction(app.db, (tx) => suspendUser(tx, user.id, suspension))
    return { status: 200 }
  },
  'account deleted': ({ token }) => app.call('DELETE', '/users/me', { token }),
}

const EVERYTHING = Object.keys(ACCESS)
const but = (...gone: string[]) => EVERYTHING.filter((name) => !gone.includes(name))

/** The credentials that still give access after each event. */
const SURVIVES: Record<string, string[]> = {
  'password changed': ['the current session'],
  'password changed without revoking tokens': ['the current session', 'an access token'],
  'password reset': [],
  'all other sessions ended': ['the current session'],
  'signed out by the operator': [],
  'other session signed out': but(
    'another session',
    'push notifications to a browser',
    'an open stream of notifications',
  ),
  suspended: but(NEW_ADDRESS, 'an open stream of notifications'),
  'account deleted': [],
}

async function buildHolder(): Promise<Holder> {
  const member = await buildMember(app, { passwordHash })
  const { token } = member
  const { secret } = (await app.call('POST', '/users/me/second-factor/totp', { token })).body.data
  // Use the previous step's code, which is still accepted, so that the current one remains unused.
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - 30_000 })
  const confirmed = await app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } })
  expect(confirmed.status).toBe(200)
  return { ...member, secret, other: (await freshSession(member.user.id)) ?? '' }
}

test('every security event is in the table', () => {
  expect(Object.keys(SURVIVES)).toEqual(Object.keys(EVENTS))
})

/** Using one of these ends the others, so each group gets a separate member. */
const TOGETHER = [but(RESET, NEW_ADDRESS), [RESET], [NEW_ADDRESS]]

test.each(Object.entries(EVENTS))(
  'the account’s open access after: %s',
  { timeout: 120_000 },
  async (event, happen) => {
    const expected = SURVIVES[event] ?? []
    const left: string[] = []
    for (const names of TOGETHER) {
      const holder = await buildHolder()
      const made: [string, Made | undefined][] = []
      for (const name of names) made.push([name, await ACCESS[name]?.(holder)])
      expect(await happen(holder)).toMatchObject({ status: 200 })
      for (const [name, stillOpens] of made) if (await stillOpens?.(expected.includes(name))) left.push(name)
    }
    expect(left.toSorted().join('; ')).toBe(expected.toSorted().join('; '))
  },
)

test('docs/security.md shows this table', async () => {
  const docs = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const events = Object.keys(EVENTS)
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['', ...events]),
    `|${'---|'.repeat(events.length + 1)}`,
    ...EVERYTHING.map((name) =>
      row([name, ...events.map((one) => (SURVIVES[one]?.includes(name) ? 'continues' : 'ends'))]),
    ),
  ]
  expect(docs).toContain(table.join('\n'))
})

/** Columns that look like credentials: the entry of `ACCESS` that each belongs to, or why it needs none. */
const CREDENTIAL_COLUMNS: Record<string, string> = {
  'access_tokens.token_hash': 'an access token',
  'sessions.token_hash': 'another session',
  'provider_tickets.token_hash': 'a sign-in at a provider, which could begin again as long as the account is linked',
  'provider_sessions.id_token': 'gives no access here: identifies the session at the provider for the logout',
  'codes.code_hash':
    'a code that resets the password, a code for a new address; others make no account or confirm a session',
  'push_subscriptions.auth': 'push notifications to a browser',
  'push_subscriptions.p256dh': 'push notifications to a browser',
  'users.password_hash': 'what the events change',
  'deleted_accounts.password_hash': 'gives no access: only shows the former owner that the account is deleted',
  'deleted_accounts.email_hash': 'opens nothing',
  'registrations.password_hash': 'of no account yet',
  'totp_secrets.secret': 'the second factor stays with the account; alone, it gives no access',
  'recovery_codes.code_hash': 'the second factor stays with the account; alone, it gives no access',
  'passkeys.public_key': 'listed in the account, announced by mail, and removed by the member',
  'deleted_passkeys.public_key': 'opens nothing',
  'deleted_passkeys.credential_hash': 'opens nothing',
  'used_tokens.token_hash': 'opens nothing: what was used up',
  'memes.source_hash': 'of a picture',
  'upload_files.source_hash': 'of a picture',
  'memes.thumbhash': 'of a picture',
  'upload_files.code': 'an error code',
  'invites.code': 'of the site, for people without an account',
  'gif_keys.key_hash': 'of the site, for its chats; admins delete it',
  'webhooks.secret': 'of the site: signs what is sent to others',
  'webhooks.previous_secret': 'of the site: signs what is sent to others',
}

test('every stored credential is in the table or in the list of harmless columns', async () => {
  const found = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ '(token|secret|hash|code|nonce|challenge|public_key|password|p256dh|^auth)'
      and column_name not like '%language%'`.execute(app.db)
  expect(found.rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(CREDENTIAL_COLUMNS).toSorted())
})
