import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { readZip } from '#test/read-zip.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const latest = (token: string) => app.call('GET', '/users/me/export', { token })
const ask = (token: string) => app.call('POST', '/users/me/export', { token })

async function untilReady(token: string) {
  return vi.waitFor(
    async () => {
      const { data } = (await latest(token)).body
      expect(data.status).toBe('ready')
      return data
    },
    { timeout: 20_000, interval: 100 },
  )
}

const fetchFile = (token: string, id: string) =>
  app.app.inject({
    method: 'GET',
    url: `/api/users/me/export/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  })

describe('a copy of one’s data', () => {
  test('holds profile, memes with pictures, actions, follows, album and sessions, and an index', async () => {
    const { user, token } = await buildMember(app, { displayName: 'Mèo <b>', contentLanguage: 'vi' })
    const friend = await buildMember(app)
    const own = await buildMeme(app, { user, name: 'Mine & nobody’s' })
    const other = await buildMeme(app, { user: friend.user, name: 'Kept' })
    for (const action of ['like', 'add-to-album', 'view'])
      await app.call('POST', '/user-action', {
        token,
        body: { memeId: other.id, action, metadata: { sourceType: 'feed' } },
      })
    await app.call('POST', `/users/${friend.user.username}/follow`, { token })
    expect((await latest(token)).body.data).toBe(null)

    const asked = await ask(token)
    expect([asked.status, asked.body.data.status]).toEqual([202, 'queued'])
    const ready = await untilReady(token)
    expect(Math.round((Date.parse(ready.expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    const mail = await app.mailTo(user.email ?? '')
    expect(mail.text).toContain('/account?tab=preferences')

    const answer = await fetchFile(token, ready._id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.rawPayload.length).toBe(ready.bytes)
    const files = readZip(answer.rawPayload)
    const json = (name: string) => JSON.parse(String(files.get(name)))
    expect(json('profile.json')).toMatchObject({ username: user.username, email: user.email })
    expect(String(files.get('profile.json'))).not.toContain('password')
    expect(json('memes.json')).toMatchObject([{ id: own.id, name: 'Mine & nobody’s', file: `memes/${own.id}.webp` }])
    expect(files.get(`memes/${own.id}.webp`)?.subarray(8, 12).toString()).toBe('WEBP')
    expect(json('actions.json').reactions).toMatchObject([{ memeId: other.id, kind: 'like' }])
    expect(
      json('actions.json')
        .ledger.map((row: { action: string }) => row.action)
        .toSorted(),
    ).toEqual(['add-to-album', 'like', 'view'])
    expect(json('follows.json').following).toMatchObject([{ username: friend.user.username }])
    expect(json('albums.json')).toMatchObject([{ memeId: other.id, name: 'Kept' }])
    expect(json('sessions.json')).toHaveLength(1)
    const index = String(files.get('index.html'))
    expect(index).toContain('Mèo &lt;b&gt;')
    expect(index).not.toMatch(/(src|href)="https?:/)
  })

  test('is for its owner alone', async () => {
    const { token } = await buildMember(app)
    const stranger = await buildMember(app)
    await ask(token)
    const { _id } = await untilReady(token)
    expect((await fetchFile(stranger.token, _id)).statusCode).toBe(404)
    expect((await app.call('GET', `/users/me/export/${_id}/file`)).status).toBe(401)
  })

  test('that is on its way is not made twice; a newer one replaces it', async () => {
    const { user, token } = await buildMember(app)
    const [first, second] = await Promise.all([ask(token), ask(token)])
    expect(first.body.data._id).toBe(second.body.data._id)
    const { _id } = await untilReady(token)
    await ask(token)
    await vi.waitFor(
      async () => {
        const rows = await app.db.selectFrom('data_exports').selectAll().where('user_id', '=', user.id).execute()
        expect(rows.map((row) => [row.id === _id, row.status])).toEqual([[false, 'ready']])
      },
      { timeout: 20_000, interval: 100 },
    )
    expect((await fetchFile(token, _id)).statusCode).toBe(404)
  })

  test('cannot be fetched once seven days have passed', async () => {
    const { token } = await buildMember(app)
    await ask(token)
    const { _id } = await untilReady(token)
    await app.db
      .updateTable('data_exports')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', _id)
      .execute()
    expect((await latest(token)).body.data.status).toBe('expired')
    expect((await fetchFile(token, _id)).statusCode).toBe(404)
  })
})
