import { describe, expect, test } from 'vitest'
import { fillUsernameSkeletons } from '#server/domains/users/fill-skeletons.ts'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()

const register = (person: { username?: string; email?: string }) =>
  app.call('POST', '/auth/register', {
    body: { email: `${unique()}@example.com`, username: `n${unique()}`, password: 'correct horse', ...person },
  })
const failure = (answer: { status: number; body: { code: string; errors?: { path: string; code: string }[] } }) =>
  [answer.status, ...(answer.body.errors ?? []).map(({ path, code }) => `${path} ${code}`)].join(' ')

describe('usernames', () => {
  test('every way to get a name rejects those that look like a reserved one or an id', async () => {
    const [member, admin] = [await buildMember(app), await buildMember(app, { role: 'admin' })]
    const ways = [
      (username: string) => register({ username }),
      (username: string) => app.call('POST', '/users/me/change-username', { token: member.token, body: { username } }),
      (username: string) => {
        const body = { username, email: `${unique()}@example.com`, role: 'member', language: 'en' }
        return app.call('POST', '/admin/people', { token: admin.token, body })
      },
    ]
    for (const username of ['аdmin', 'ａｄｍｉｎ', 'moderators', 'unsubscribe', 'ѕuрроrt', UNKNOWN_ID])
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
})
