import { describe, expect, test } from 'vitest'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { hashPassword } from '#server/domains/auth/passwords/passwords.ts'
import { runRetention } from '#server/domains/privacy/run-retention.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf } from '#test/mailbox.ts'
import { operate } from '#test/operator.ts'

const PASSWORD = 'the password'
const app = await appForFile({ trustProxy: 1 })
const passwordHash = await hashPassword(PASSWORD)

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const from = (address: string, agent = FIREFOX) => ({ 'x-forwarded-for': address, 'user-agent': agent })
const login = (email: string | null, password = PASSWORD, headers = from('203.0.113.9')) =>
  app.call('POST', '/auth/login', { body: { email, password }, headers })
const own = async (token: string, query = '') =>
  (await app.call('GET', `/users/me/security-events${query}`, { token, headers: from('203.0.113.9') })).body
const names = async (token: string) =>
  (await own(token)).data.map(({ event }: { event: string }) => event).reverse() as string[]

test('a member sees only their own sign-ins, failures and changes, with device and network', async () => {
  const { user, token } = await buildMember(app, { passwordHash })
  const stranger = await buildMember(app)
  await login(user.email, 'not this one')
  const second = (await login(user.email)).body.data.authentication.token
  await app.call('POST', '/auth/confirm', { token, body: { password: 'not this one' } })
  await app.call('POST', '/auth/confirm', { token, body: { password: PASSWORD } })
  await app.call('POST', '/auth/logout', { token: second })
  await app.call('DELETE', '/users/me/sessions', { token })
  await app.call('POST', '/users/me/export', { token })
  const body = { currentPassword: PASSWORD, newPassword: 'another one' }
  await app.call('POST', '/users/me/change-password', { token, body })
  expect(await names(token)).toEqual([
    'sign-in',
    'sign-in-failed',
    'sign-in',
    'confirm-failed',
    'confirmed',
    'sign-out',
    'sessions-ended',
    'export-requested',
    'password-changed',
  ])
  const { data } = await own(token)
  expect(data.at(-3)).toMatchObject({ event: 'sign-in', device: 'Firefox on Linux', sameNetwork: true })
  expect(data.at(-1)).toMatchObject({ event: 'sign-in', device: 'Unknown device', sameNetwork: false })
  expect(await names(stranger.token)).toEqual(['sign-in'])
})

test('has pages, and a cursor works only for its member', async () => {
  const { token } = await buildMember(app)
  const other = await buildMember(app)
  for (let count = 0; count < 3; count += 1) await app.call('DELETE', '/users/me/sessions', { token })
  const first = await own(token, '?limit=3')
  expect([first.data.length, first.hasNextPage]).toEqual([3, true])
  const last = await own(token, `?limit=3&cursor=${first.nextCursor}`)
  expect(last.data.map(({ event }: { event: string }) => event)).toEqual(['sign-in'])
  expect([last.hasNextPage, last.nextCursor]).toEqual([false, null])
  expect((await own(other.token, `?cursor=${first.nextCursor}`)).code).toBe('cursor.invalid')
})

test('records refusals and exceeded rates with their error code', async () => {
  const { user, token } = await buildMember(app, { passwordHash })
  const owner = await buildMember(app)
  expect((await app.call('GET', `/user/meme/album/${owner.user.id}`, { token })).status).toBe(403)
  for (let attempt = 0; attempt < 7; attempt += 1) await login(user.email, 'not this one', from('203.0.113.77'))
  await expect.poll(() => names(token)).toContain('refused')
  const exceeded = async () => (await operate(app.deps, 'security-log', '--event', 'rate-limited')).lines.join('\n')
  await expect.poll(exceeded).toContain('auth.tooManyRequests')
})

test('stores identities as hashes, without id, name, address or IP address', async () => {
  const { user } = await buildMember(app, { passwordHash })
  await login(user.email, 'not this one')
  await login('nobody@example.com', 'not this one')
  const rows = JSON.stringify(await app.db.selectFrom('security_events').selectAll().execute())
  for (const trace of [user.id, user.username, user.email ?? '', 'nobody@example.com', '203.0.113', 'Mozilla'])
    expect(rows).not.toContain(trace)
})

describe('the operator', () => {
  test('reads it for all members or for one', async () => {
    const { user } = await buildMember(app, { passwordHash })
    await login(user.email, 'not this one')
    expect((await operate(app.deps, 'user', 'role', user.username, 'moderator')).code).toBe(0)
    const { code, lines } = await operate(app.deps, 'security-log', '--member', user.username)
    expect([code, lines.length]).toEqual([0, 3])
    expect(lines[1]).toMatch(/^\d{4}-\S+ sign-in-failed \S{10} \S{10} Firefox\/Linux$/)
    expect(lines[2]).toContain('moderator')
    const all = await operate(app.deps, 'security-log', '--limit', '2')
    expect(all.lines).toHaveLength(2)
  })

  test('exports it as JSON in batches without gaps or repeats', async () => {
    const { user } = await buildMember(app, { passwordHash })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await login(user.email, 'not this one', from(`203.0.113.${attempt}`))
    const take = async (...args: string[]) =>
      (await operate(app.deps, 'security-log', '--member', user.username, '--json', ...args)).lines.map((line) =>
        JSON.parse(line),
      )
    const all = await take()
    expect(all).toHaveLength(6)
    expect(all[1]).toMatchObject({ event: 'sign-in-failed', subject_key: expect.any(String), at: expect.any(String) })
    // Recent events are hidden, because a concurrent one may still get an earlier id.
    expect(await take('--after', all[0].id)).toEqual([])
    const hourAgo = new Date(Date.now() - 3_600_000)
    await app.db
      .updateTable('security_events')
      .set({ at: hourAgo })
      .where('subject_key', '=', all[0].subject_key)
      .execute()
    const first = await take('--after', all[0].id, '--limit', '2')
    const rest = await take('--after', first.at(-1).id)
    expect([...first, ...rest].map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id))
    expect(await take('--after', all.at(-1).id)).toEqual([])
  })

  test.each([
    ['--limit', '0'],
    ['--event', 'nothing'],
    ['--member'],
    ['--what', 'x'],
    ['--json', '--after', 'x'],
    ['--after', crypto.randomUUID()],
  ])('gets the usage for %s %s', async (...args) => {
    const { code, lines } = await operate(app.deps, 'security-log', ...args.filter((arg) => arg !== undefined))
    expect([code, lines[0]?.startsWith('usage: security-log')]).toEqual([1, true])
  })
})

test('deletes events after 180 days', async () => {
  const { token } = await buildMember(app)
  const deps = { ...app.deps, ...accountDeletionHooks(app.deps) }
  await runRetention(deps, new Date(Date.now() + 179 * 86_400_000))
  expect(await names(token)).toEqual(['sign-in'])
  await runRetention(deps, new Date(Date.now() + 181 * 86_400_000))
  expect(await names(token)).toEqual([])
})

describe('mails', () => {
  test('announce a sign-in from a new device or network once', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const mails = () => app.mails.filter(({ to }) => to === user.email)
    await login(user.email, PASSWORD, from('203.0.113.50'))
    expect((await app.mailTo(user.email ?? '')).text).toContain('Firefox on Linux')
    await login(user.email, PASSWORD, from('203.0.113.50'))
    await login(user.email, PASSWORD, from('203.0.113.51'))
    await app.mailTo(user.email ?? '', 2)
    expect(mails()).toHaveLength(2)
  })

  test('are not sent for a member’s first sign-in', async () => {
    const { user } = await buildMember(app)
    const { user: later } = await buildMember(app, { passwordHash })
    await login(later.email, PASSWORD, from('203.0.113.60'))
    await app.mailTo(later.email ?? '')
    expect(app.mails.filter(({ to }) => to === user.email)).toEqual([])
  })

  test('announce a new password in the member’s language', async () => {
    const { user, token } = await buildMember(app, { passwordHash, contentLanguage: 'vi' })
    const body = { currentPassword: PASSWORD, newPassword: 'another one' }
    await app.call('POST', '/users/me/change-password', { token, body })
    const changed = await app.mailTo(user.email ?? '')
    expect(changed.subject).toBe('Mật khẩu Memeroom của bạn đã thay đổi')
    expect(changed.text).toContain(`(@${user.username})`)
    await app.call('POST', '/auth/forgot-password', { body: { email: user.email } })
    const code = await codeOf(app, user.email ?? '', 2)
    const reset = { email: user.email, code, newPassword: 'a third one' }
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200)
    expect((await app.mailTo(user.email ?? '', 3)).subject).toBe(changed.subject)
  })
})
