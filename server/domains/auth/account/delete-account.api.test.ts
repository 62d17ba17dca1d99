import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { hashReservedNames } from '../rules.ts'

const app = await appForFile()

const leave = (token: string) => app.call('DELETE', '/users/me', { token })
const act = (token: string, memeId: string, action: string) =>
  app.call('POST', '/user-action', { token, body: { memeId, action, metadata: { sourceType: 'feed' } } })
const media = () => readdir(path.join(app.dataDir, 'media'), { recursive: true, withFileTypes: true })
const fileNames = async () => (await media()).filter((entry) => entry.isFile()).map((entry) => entry.name)

describe('deleting an account', () => {
  test('ends its sessions, hides its profile and names the reason at login', async () => {
    const { user, token } = await buildMember(app, { passwordHash: await hashPassword('secret one') })
    const done = await leave(token)
    expect([done.status, done.body.success]).toEqual([200, true])
    expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(404)
    const login = await app.call('POST', '/auth/login', {
      body: { email: user.email, password: 'secret one' },
      headers: { 'accept-language': 'vi' },
    })
    expect([login.status, login.body.code, login.body.message]).toEqual([
      403,
      'auth.accountDeleted',
      'Tài khoản này đã bị xóa và không thể dùng để đăng nhập.',
    ])
  })

  test('leaves only a keyed hash of the address', async () => {
    const { user, token } = await buildMember(app)
    await app.call('POST', '/auth/forgot-password', { body: { email: user.email } })
    await app.mailTo(user.email ?? '')
    await leave(token)
    const jobs = await sql<{ data: unknown }>`select data from jobs.job`.execute(app.db)
    expect(JSON.stringify(jobs.rows)).not.toContain(user.email)
    for (const table of ['codes', 'users'] as const) {
      const rows = await app.db.selectFrom(table).select('email').where('email', '=', user.email).execute()
      expect(rows).toEqual([])
    }
    const kept = await app.db.selectFrom('deleted_accounts').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(user.email)
  })

  test('reserves the username for 90 days and frees the address', async () => {
    const { user, token } = await buildMember(app)
    await leave(token)
    const body = { email: user.email, username: user.username.toUpperCase(), password: 'secret one' }
    const taken = await app.call('POST', '/auth/register', { body })
    expect([taken.status, taken.body.code]).toEqual([409, 'auth.usernameTaken'])
    const hold = await app.db
      .selectFrom('username_holds')
      .select('held_until')
      .where('username_key', 'in', hashReservedNames(app.deps.config.authSecret, user.username))
      .executeTakeFirstOrThrow()
    expect(Math.round((hold.held_until.getTime() - Date.now()) / 86_400_000)).toBe(90)

    const again = await app.call('POST', '/auth/register', { body: { ...body, username: `anew${unique()}` } })
    expect(again.status).toBe(201)
    const code = /\b\d{6}\b/.exec((await app.mailTo(user.email ?? '')).text)?.[0]
    await app.call('POST', '/auth/verify-email', { body: { email: user.email, code } })
    expect((await app.call('POST', '/auth/login', { body })).status).toBe(200)

    await app.db
      .updateTable('username_holds')
      .set({ held_until: new Date(Date.now() - 1000) })
      .where('username_key', 'in', hashReservedNames(app.deps.config.authSecret, user.username))
      .execute()
    const later = { email: `later${unique()}@example.com`, username: user.username, password: 'secret one' }
    expect((await app.call('POST', '/auth/register', { body: later })).status).toBe(201)
  })

  test('corrects the counters of other members’ memes and profiles', async () => {
    const { user, token } = await buildMember(app)
    const friend = await buildMember(app)
    const meme = await buildMeme(app, { user: friend.user })
    for (const action of ['like', 'view', 'copy', 'add-to-album']) {
      await act(token, meme.id, action)
      await act(friend.token, meme.id, action)
    }
    await app.db
      .insertInto('follows')
      .values([
        { follower_id: user.id, followed_id: friend.user.id },
        { follower_id: friend.user.id, followed_id: user.id },
      ])
      .execute()
    await app.db
      .updateTable('users')
      .set({ followers_count: 1, following_count: 1 })
      .where('id', 'in', [user.id, friend.user.id])
      .execute()
    await leave(token)

    const left = await app.call('GET', `/meme/${meme.id}`, { token: friend.token })
    expect(left.body.data.stats).toEqual({ viewCount: 1, likeCount: 1, copyCount: 1, dislikeCount: 0 })
    const hours = await app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', meme.id).execute()
    expect(hours.reduce((sum, hour) => sum + hour.likes + hour.views + hour.copies, 0)).toBe(3)
    const gains = await app.db.selectFrom('user_hours').selectAll().where('user_id', '=', friend.user.id).execute()
    expect(gains.reduce((sum, hour) => sum + hour.likes + hour.views + hour.copies, 0)).toBe(3)
    const stats = (await app.call('GET', '/users/me', { token: friend.token })).body.data.stats
    expect(stats).toMatchObject({ followersCount: 0, followingCount: 0 })
  })

  test('deletes its files, except those shared with other members', async () => {
    const { user, token } = await buildMember(app)
    const friend = await buildMember(app)
    const shared = await randomPicture(unique())
    const own = await buildMeme(app, { user })
    const both = await buildMeme(app, { user, bytes: shared })
    const kept = await buildMeme(app, { user: friend.user, bytes: shared })
    const body = multipart([
      { name: 'displayName', value: 'With a face' },
      { name: 'avatar', value: await randomPicture(unique()), fileName: 'me.png', type: 'image/png' },
    ])
    await app.call('PUT', '/users/me/profile', { token, ...body })
    const avatar = (await app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow())
      .avatar_large
    expect(await fileNames()).toEqual(expect.arrayContaining([own.blob_origin, both.blob_origin, avatar]))

    await leave(token)
    await vi.waitFor(
      async () => {
        const names = await fileNames()
        expect(names).not.toContain(own.blob_origin)
        expect(names).not.toContain(avatar)
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(await fileNames()).toContain(kept.blob_origin)
    expect((await app.call('GET', `/meme/${kept.id}`)).status).toBe(200)
    expect((await app.call('GET', `/meme/${own.id}`)).status).toBe(404)
  })
})
