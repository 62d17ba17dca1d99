import { describe, expect, test } from 'vitest'
import { fillUsernameSkeletons } from '#server/domains/users/fill-skeletons.ts'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { plainPng } from '#test/pictures.ts'

const app = await appForFile()

const register = (person: { username?: string; email?: string }) =>
  app.call('POST', '/auth/register', {
    body: { email: `${unique()}@example.com`, username: `n${unique()}`, password: 'correct horse', ...person },
  })
const failure = (answer: { status: number; body: { code: string; errors?: { path: string; code: string }[] } }) =>
  [answer.status, ...(answer.body.errors ?? []).map(({ path, code }) => `${path} ${code}`)].join(' ')

describe('usernames', () => {
  test('rejects invisible names', async () => {
    for (const username of ['\u3164\u3164\u3164', '\u0301\u0302\u0303', '...'])
      expect(failure(await register({ username }))).toBe('400 username usernameCharacters')
  })

  test('every way to get a name rejects those that look like a reserved one', async () => {
    const [member, admin] = [await buildMember(app), await buildMember(app, { role: 'admin' })]
    const ways = [
      (username: string) => register({ username }),
      (username: string) => app.call('POST', '/users/me/change-username', { token: member.token, body: { username } }),
      (username: string) => {
        const body = { username, email: `${unique()}@example.com`, role: 'member', language: 'en' }
        return app.call('POST', '/admin/people', { token: admin.token, body })
      },
    ]
    for (const username of ['аdmin', 'ａｄｍｉｎ', 'moderators', 'unsubscribe', 'ѕuрроrt'])
      for (const take of ways) expect(failure(await take(username))).toBe('400 username usernameReserved')
  })

  test('a name that looks like a member’s is taken, in any script, until the member is deleted', async () => {
    const { user, token } = await buildMember(app, { username: 'Paypal.Cat' })
    for (const username of ['раypal.cat', 'PAYPAI.cat', 'paypa1.cat', 'ｐａｙｐａｌ．ｃａｔ']) {
      const answer = await register({ username })
      expect([username, answer.status, answer.body.code]).toEqual([username, 409, 'auth.usernameTaken'])
    }
    expect((await register({ username: 'paypals.cat' })).status).toBe(201)
    expect((await app.call('GET', '/users/раypal.cat')).status).toBe(404)
    expect((await app.call('GET', '/users/PAYPAL.CAT')).body.data._id).toBe(user.id)
    await app.call('DELETE', '/users/me', { token })
    expect((await register({ username: 'раypal.cat' })).body.code).toBe('auth.usernameTaken')
    const kept = await app.db.selectFrom('username_skeletons').selectAll().where('user_id', '=', user.id).execute()
    expect(kept).toEqual([])
  })

  test('simultaneous registrations of look-alike names give the name to one of them', async () => {
    const names = ['Coco.Scope', 'сосо.scope', 'COCO.SСОРЕ']
    const statuses = (await Promise.all(names.map((username) => register({ username })))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409])
  })

  test('existing look-alike names stay, but no new member can take one', async () => {
    const [older, younger] = [newId(Date.now() - 2000), newId(Date.now() - 1000)]
    const row = (id: string, username: string) => ({
      id,
      username,
      username_key: username.toLowerCase(),
      display_name: 'x',
    })
    await app.db
      .insertInto('users')
      .values([row(older, 'Zoe.Old'), row(younger, 'Zое.old')].map((it) => ({ ...it, email_verified_at: new Date() })))
      .execute()
    await app.db.deleteFrom('settings').where('key', '=', 'usernames.skeletons').execute()
    await fillUsernameSkeletons(app.db)
    expect((await app.call('GET', `/users/${encodeURIComponent('Zoe.Old')}`)).body.data._id).toBe(older)
    expect((await app.call('GET', `/users/${encodeURIComponent('zое.old')}`)).body.data._id).toBe(younger)
    expect((await register({ username: 'zoе.оld' })).status).toBe(409)
    // A second start does nothing.
    await app.db.deleteFrom('username_skeletons').where('user_id', '=', older).execute()
    await fillUsernameSkeletons(app.db)
    const rows = await app.db.selectFrom('username_skeletons').select('user_id').where('user_id', '=', older).execute()
    expect(rows).toEqual([])
  })
})

describe('addresses', () => {
  test('any form of the letters finds the same account', async () => {
    const name = `trần${unique()}`
    await buildMember(app, { email: `${name}@example.com`, username: `addr${unique()}` })
    for (const email of [` ${name}@example.com `, `${name}@EXAMPLE.com`.normalize('NFD'), `${name}＠example.com`])
      expect((await app.call('POST', '/auth/login', { body: { email, password: 'wrong one' } })).status).toBe(401)
    const answer = await register({ email: `${name}@example.com`.normalize('NFD') })
    expect([answer.status, answer.body.email]).toEqual([201, `${name}@example.com`])
    expect((await app.mailTo(`${name}@example.com`)).subject).toContain('already have')
  })

  test('every call rejects an invalid address and names the field', async () => {
    for (const email of ['ab@ex..com', 'a\u200Bb@example.com', 'a..b@example.com']) {
      expect(failure(await register({ email }))).toBe('400 email invalidEmail')
      for (const [path, rest] of [
        ['/auth/login', { password: 'correct horse' }],
        ['/auth/forgot-password', {}],
        ['/auth/send-verification-code', {}],
        ['/auth/verify-email', { code: '123456' }],
      ] as const)
        expect(failure(await app.call('POST', path, { body: { email, ...rest } }))).toBe('400 email invalidEmail')
    }
  })
})

describe('other names', () => {
  test('rejects a display name that is invisible or reverses its line', async () => {
    const { token } = await buildMember(app)
    for (const displayName of ['\u3164\u3164\u3164', '\u200B\u200B\u200B', 'Mia\u202Enart', 'Mia\nTran']) {
      const answer = await app.call('PUT', '/users/me/profile', { token, body: { displayName } })
      expect(failure(answer)).toBe('400 displayName displayNameCharacters')
    }
  })

  test('rejects the same in a meme name, and normalizes line breaks in a description', async () => {
    const { token } = await buildMember(app)
    const upload = async (fields: Record<string, string>) =>
      app.call('POST', '/meme', {
        token,
        ...multipart([
          { name: 'image', value: await plainPng(), fileName: 'cat.png', type: 'image/png' },
          ...Object.entries({ ...fields, allowDuplicate: 'true' }).map(([name, value]) => ({ name, value })),
        ]),
      })
    for (const name of ['two\r\nlines', '\u3164', 'a\u202Eb'])
      expect(failure(await upload({ name }))).toBe('400 name nameCharacters')
    const made = await upload({ name: ' 😂 ', description: 'one\r\ntwo\u202E', altText: '\u200B' })
    expect(made.body.data).toMatchObject({ name: '😂', description: 'one\ntwo', altText: '' })
    const edited = await app.call('PATCH', `/meme/${made.body.data._id}`, { token, body: { name: 'a\nb' } })
    expect(failure(edited)).toBe('400 name nameCharacters')
  })
})
