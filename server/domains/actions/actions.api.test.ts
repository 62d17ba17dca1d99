import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()

const act = (
  memeId: string,
  action: string,
  options: { token?: string; active?: boolean; headers?: Record<string, string> } = {},
) =>
  app.call('POST', '/user-action', {
    ...(options.token ? { token: options.token } : {}),
    ...(options.headers ? { headers: options.headers } : {}),
    body: {
      memeId,
      action,
      ...(options.active === undefined ? {} : { active: options.active }),
      metadata: { sourceType: 'feed', deviceType: 'desktop' },
    },
  })

describe('likes and dislikes', () => {
  test('exclude each other and are idempotent with active', async () => {
    const meme = await buildMeme(app)
    const { token } = await buildMember(app)
    await act(meme.id, 'like', { token, active: true })
    const twice = await act(meme.id, 'like', { token, active: true })
    expect(twice.body.data.stats).toMatchObject({ likeCount: 1, dislikeCount: 0 })
    const other = await act(meme.id, 'dislike', { token, active: true })
    expect(other.body.data.stats).toMatchObject({ likeCount: 0, dislikeCount: 1 })
    expect(other.body.data.viewer).toMatchObject({ isLiked: false, isDisliked: true })
    const off = await act(meme.id, 'like', { token, active: false })
    expect(off.body.data.stats).toMatchObject({ likeCount: 0, dislikeCount: 1 })
  })

  test('toggle without active', async () => {
    const meme = await buildMeme(app)
    const { token } = await buildMember(app)
    expect((await act(meme.id, 'like', { token })).body.data.viewer.isLiked).toBe(true)
    expect((await act(meme.id, 'like', { token })).body.data.viewer.isLiked).toBe(false)
    const read = await app.call('GET', `/meme/${meme.id}`, { token })
    expect(read.body.data).toMatchObject({ likeCount: 0, viewer: { isLiked: false } })
  })

  test('from many members at once count exactly', async () => {
    const meme = await buildMeme(app)
    const members = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)))
    const answers = await Promise.all(
      members.flatMap(({ token }) => [1, 2, 3].map(() => act(meme.id, 'like', { token, active: true }))),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const read = await app.call('GET', `/meme/${meme.id}`)
    expect(read.body.data.likeCount).toBe(12)
    const ledger = await app.db.selectFrom('actions').select('delta').where('meme_id', '=', meme.id).execute()
    expect(ledger).toHaveLength(12)
    const hours = await app.db.selectFrom('meme_hours').select('likes').where('meme_id', '=', meme.id).execute()
    expect(hours.reduce((sum, row) => sum + row.likes, 0)).toBe(12)
  })

  test('need a login', async () => {
    const meme = await buildMeme(app)
    for (const action of ['like', 'dislike', 'add-to-album']) {
      const answer = await act(meme.id, action)
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required'])
    }
  })
})

describe('views and copies', () => {
  test('count once per viewer within the window', async () => {
    const meme = await buildMeme(app)
    const { token } = await buildMember(app)
    await act(meme.id, 'view')
    await act(meme.id, 'view')
    await act(meme.id, 'view', { headers: { 'user-agent': 'another browser' } })
    const third = await act(meme.id, 'view', { token })
    expect(third.body.data.stats.viewCount).toBe(3)
    await act(meme.id, 'copy')
    expect((await act(meme.id, 'copy')).body.data.stats.copyCount).toBe(1)
  })

  test('count again after the window', async () => {
    const meme = await buildMeme(app)
    await act(meme.id, 'copy')
    await app.db
      .updateTable('action_windows')
      .set({ counted_at: new Date(Date.now() - 11_000) })
      .where('meme_id', '=', meme.id)
      .execute()
    expect((await act(meme.id, 'copy')).body.data.stats.copyCount).toBe(2)
  })

  test('do not store the address or user agent of a visitor', async () => {
    const meme = await buildMeme(app)
    await act(meme.id, 'view', { headers: { 'user-agent': 'RecognisableAgent/1.0' } })
    const rows = await app.db.selectFrom('actions').selectAll().where('meme_id', '=', meme.id).execute()
    expect(JSON.stringify(rows)).not.toMatch(/RecognisableAgent|127\.0\.0\.1/)
  })
})

describe('the album', () => {
  test('toggles a meme, and is idempotent with active', async () => {
    const meme = await buildMeme(app)
    const { token } = await buildMember(app)
    expect((await act(meme.id, 'add-to-album', { token, active: true })).body.data.viewer.isInAlbum).toBe(true)
    expect((await act(meme.id, 'add-to-album', { token, active: true })).body.data.viewer.isInAlbum).toBe(true)
    expect((await act(meme.id, 'add-to-album', { token })).body.data.viewer.isInAlbum).toBe(false)
  })
})

describe('bad input', () => {
  test('rejects an unknown action, an unknown meme and a body that is not an object', async () => {
    const meme = await buildMeme(app)
    expect((await act(meme.id, 'explode')).body.errors[0]).toMatchObject({ path: 'action', code: 'invalidValue' })
    expect((await act(UNKNOWN_ID, 'view')).status).toBe(404)
    expect((await app.call('POST', '/user-action', { body: [] })).status).toBe(400)
  })
})
