import { describe, expect, test } from 'vitest'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { ageProof, type BuiltMember, buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { deleteMember } from '../moderation/delete-member.ts'
import { firstAdminLink } from './first-admin.ts'

let admin: BuiltMember
const app = await appForFile()

const claim = (person: BuiltMember, token: string) =>
  app.call('POST', '/admin/claim', { token: person.token, body: { token } })
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''

describe('the link for the first admin', () => {
  test('stays the same until it is used, works once, and disappears with the first admin', async () => {
    const [first, second] = [await buildMember(app), await buildMember(app)]
    const link = await firstAdminLink(app.deps)
    expect(await firstAdminLink(app.deps)).toBe(link)
    const token = tokenOf(link)
    const hasAdmin = async () => (await app.call('GET', '/config')).body.data.hasAdmin
    expect(await hasAdmin()).toBe(false)
    expect((await claim(first, `${token}x`)).body.code).toBe('admin.linkInvalid')
    const answers = await Promise.all([claim(first, token), claim(second, token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    admin = answers[0]?.status === 200 ? first : second
    expect((await app.call('GET', '/users/me', { token: admin.token })).body.data.role).toBe('admin')
    expect(await firstAdminLink(app.deps)).toBeUndefined()
    await operate(app.deps, 'user', 'role', admin.user.username, 'member')
    expect(await hasAdmin()).toBe(true)
    expect((await claim(second, token)).body.code).toBe('admin.linkInvalid')
    await operate(app.deps, 'user', 'role', admin.user.username, 'admin')
  })
})

describe('settings', () => {
  const get = () => app.call('GET', '/admin/settings', { token: admin.token })
  const put = (body: object) => app.call('PUT', '/admin/settings', { token: admin.token, body })

  test('change one by one, are logged, and show on the site', async () => {
    const { data, canScorePictures } = (await get()).body
    expect(data).toMatchObject({ registration: 'open', review: false, siteName: 'Memeroom', sensitiveThreshold: 80 })
    expect(canScorePictures).toBe(false)
    const changed = await put({ siteName: '  Mèo Room ', review: 'on', mailDomains: ['Example.com'] })
    expect(changed.body.data).toMatchObject({ siteName: 'Mèo Room', review: true, mailDomains: ['example.com'] })
    expect((await app.call('GET', '/config')).body.data.siteName).toBe('Mèo Room')
    const log = await app.call('GET', '/moderation/log?limit=3', { token: admin.token })
    expect(log.body.data.map(({ reason }: { reason: string }) => reason)).toContain('review: false → true')
    await put({ siteName: 'Memeroom', review: false, mailDomains: [] })
  })

  test('are the same on the command line', async () => {
    expect(await operate(app.deps, 'settings', 'set', 'registration', 'invite')).toEqual({
      code: 0,
      lines: ['registration=invite'],
    })
    expect((await get()).body.data.registration).toBe('invite')
    expect((await operate(app.deps, 'settings', 'get', 'registration')).lines).toEqual(['invite'])
    expect((await operate(app.deps, 'settings', 'set', 'review', 'on')).lines).toEqual(['review=true'])
    expect((await operate(app.deps, 'settings', 'set', 'reviewFirstMemes', '2')).lines).toEqual(['reviewFirstMemes=2'])
    expect((await operate(app.deps, 'settings', 'set', 'mailDomains', 'a.example, b.example')).lines).toEqual([
      'mailDomains=a.example,b.example',
    ])
    const rules = '[{"language":"en","text":"Be kind, please."}]'
    expect((await operate(app.deps, 'settings', 'set', 'rules', rules)).lines).toEqual([`rules=${rules}`])
    expect((await operate(app.deps, 'settings', 'set', 'registration', 'maybe')).code).toBe(1)
    expect((await operate(app.deps, 'settings', 'set', 'nothing', 'x')).code).toBe(1)
    for (const [key, value] of [
      ['registration', 'open'],
      ['review', 'off'],
      ['mailDomains', ''],
    ] as const)
      expect((await operate(app.deps, 'settings', 'set', key, value)).code).toBe(0)
  })

  test('limit the number of uploads per member and day', async () => {
    await put({ uploadsPerDayMember: 1 })
    const { user } = await buildMember(app)
    await buildMeme(app, { user })
    await expect(buildMeme(app, { user })).rejects.toMatchObject({ code: 'upload.dailyLimit' })
    await buildMeme(app, { user: admin.user })
    await put({ uploadsPerDayMember: 0 })
    await buildMeme(app, { user })
  })

  test('limit the megabytes per member and day', async () => {
    await put({ megabytesPerDay: 1 })
    const { user } = await buildMember(app)
    const first = await buildMeme(app, { user })
    await app.db
      .updateTable('blobs')
      .set({ bytes: 2 ** 20 })
      .where('key', '=', first.blob_origin)
      .execute()
    await expect(buildMeme(app, { user })).rejects.toMatchObject({ code: 'upload.dailyBytes' })
    await buildMeme(app, { user: admin.user })
    await put({ megabytesPerDay: 0 })
    await buildMeme(app, { user })
  })
})

describe('registering', () => {
  const put = (body: object) => app.call('PUT', '/admin/settings', { token: admin.token, body })
  const register = (invite?: string, email = `${unique()}@example.com`) =>
    app.call('POST', '/auth/register', {
      body: { email, username: `new${unique()}`, password: 'secret one', ...(invite ? { invite } : {}) },
    })
  async function registered(invite: string) {
    const email = `${unique()}@example.com`
    expect((await register(invite, email)).status).toBe(201)
    return email
  }
  async function prove(email: string) {
    const code = /\b\d{6}\b/.exec((await app.mailTo(email)).text)?.[0]
    return app.call('POST', '/auth/verify-email', { body: { email, code } })
  }

  test('is closed, or needs an invite with uses left', async () => {
    await put({ registration: 'closed' })
    expect((await register()).body.code).toBe('auth.registrationClosed')
    await put({ registration: 'invite' })
    expect((await register()).body.code).toBe('auth.inviteRequired')
    expect((await register('made-up')).body.code).toBe('auth.inviteInvalid')
    const made = await app.call('POST', '/admin/invites', { token: admin.token, body: { uses: 1, days: 1 } })
    expect(made.status).toBe(201)
    const { code, _id } = made.body.data
    const emails = await Promise.all([registered(code), registered(code)])
    const both = await Promise.all(emails.map(prove))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await register(code)).body.code).toBe('auth.inviteInvalid')
    const list = await app.call('GET', '/admin/invites', { token: admin.token })
    expect(list.body.data).toMatchObject([
      { _id, uses: 1, isValid: false, createdBy: admin.user.username, invited: [expect.any(String)] },
    ])
    const other = await app.call('POST', '/admin/invites', { token: admin.token, body: {} })
    expect((await app.call('DELETE', `/admin/invites/${other.body.data._id}`, { token: admin.token })).status).toBe(200)
    expect((await register(other.body.data.code)).body.code).toBe('auth.inviteInvalid')
    await put({ registration: 'open' })
    expect((await register()).status).toBe(201)
  })

  test('is refused from banned networks and for mail domains that are not allowed', async () => {
    const ban = (network: string) => app.call('POST', '/admin/networks', { token: admin.token, body: { network } })
    expect((await ban('everybody')).status).toBe(400)
    expect((await ban('300.0.0.0/8')).status).toBe(400)
    const banned = await ban('127.1.2.3/8')
    expect(banned.body.data.network).toBe('127.0.0.0/8')
    expect((await register()).body.code).toBe('auth.networkBanned')
    await app.call('DELETE', `/admin/networks/${banned.body.data._id}`, { token: admin.token })
    await put({ mailDomains: ['school.example'] })
    expect((await register()).body.code).toBe('auth.mailDomainNotAllowed')
    expect((await register(undefined, `${unique()}@school.example`)).status).toBe(201)
    await put({ mailDomains: [] })
  })
})

test('an admin finds people by name, address and role and changes roles, except their own', async () => {
  const { user } = await buildMember(app)
  const find = async (query: string) =>
    (await app.call('GET', `/admin/people?${query}`, { token: admin.token })).body.data.map(
      ({ username }: { username: string }) => username,
    )
  expect(await find(`q=${user.username.toUpperCase()}`)).toEqual([user.username])
  expect(await find(`q=${user.email}`)).toEqual([user.username])
  expect(await find('q=100%25')).toEqual([])
  expect(await find('role=admin')).toEqual([admin.user.username])
  const change = (id: string, role: string) =>
    app.call('PUT', `/admin/people/${id}/role`, { token: admin.token, body: { role } })
  expect((await change(user.id, 'moderator')).status).toBe(200)
  expect(await find('role=moderator')).toContain(user.username)
  expect((await change(admin.user.id, 'member')).body.code).toBe('moderation.protected')
})

test('an admin deletes a member with their memes, logs a reason but no name; no admin deletes themselves', async () => {
  const { user, token } = await buildMember(app)
  const meme = await buildMeme(app, { user })
  const remove = (id: string, reason = 'Asked by letter') =>
    app.call('POST', `/admin/people/${id}/delete`, { token: admin.token, body: { reason } })
  expect((await remove(user.id, ' ')).status).toBe(400)
  expect((await remove(admin.user.id)).body.code).toBe('moderation.protected')
  expect((await remove(user.id)).status).toBe(200)
  expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
  expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(404)
  expect((await remove(user.id)).body.code).toBe('user.notFound')
  const { body } = await app.call('GET', '/moderation/log?limit=1', { token: admin.token })
  expect(body.data).toMatchObject([{ action: 'delete', reason: 'Asked by letter', targetName: null }])
  expect(JSON.stringify(body)).not.toContain(user.id)
})

test('settings that give access, and the address of a webhook, need a fresh proof of identity', async () => {
  const other = await buildMember(app, { role: 'admin' })
  await ageProof(app, other.user.id)
  const settings = (body: object) => app.call('PUT', '/admin/settings', { token: other.token, body })
  const body = { url: 'https://hooks.example.com/b' }
  for (const refused of [
    await app.call('PATCH', `/admin/webhooks/${other.user.id}`, { token: other.token, body }),
    await settings({ access: 'members' }),
    await settings({ registration: 'closed' }),
    await settings({ mailDomains: ['example.org'] }),
    await settings({ staffNeedsSecondFactor: true }),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.confirmFirst'])
  expect((await settings({ siteDescription: 'Memes', access: 'public', registration: 'open' })).status).toBe(200)
  await operate(app.deps, 'user', 'role', other.user.username, 'member')
})

test('a failed deletion of an account leaves no entry in the log', async () => {
  const { user } = await buildMember(app)
  const failing = {
    ...app.deps,
    ...accountDeletionHooks(app.deps),
    sweepFiles: () => Promise.reject(new Error('no room')),
  }
  await expect(deleteMember(failing, admin.user.id, user.id, 'Never happened')).rejects.toThrow('no room')
  expect((await app.call('GET', `/users/${user.id}`)).status).toBe(200)
  const { body } = await app.call('GET', '/moderation/log?limit=20', { token: admin.token })
  expect(JSON.stringify(body)).not.toContain('Never happened')
})

test('statistics count each day', async () => {
  const day = () => new Date().toISOString().slice(0, 10)
  // Midnight may pass before the response.
  const before = day()
  await buildMeme(app)
  const { body } = await app.call('GET', '/admin/numbers?days=7', { token: admin.token })
  expect(body.data.days).toHaveLength(7)
  const today = body.data.days.at(-1)
  expect([before, day()]).toContain(today.day)
  expect(today.members).toBe(body.data.totals.members)
  expect(today.memes + body.data.days.at(-2).memes).toBeGreaterThan(0)
  expect((await app.call('GET', '/admin/numbers?days=8', { token: admin.token })).status).toBe(400)
})
