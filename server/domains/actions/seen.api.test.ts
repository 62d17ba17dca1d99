import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const { user } = await buildMember(app)
const memeIds = await Promise.all(Array.from({ length: 3 }, async () => (await buildMeme(app, { user })).id))

const see = (body: object, token?: string) =>
  app.call('POST', '/user-action', { ...(token ? { token } : {}), body: { action: 'seen', ...body } })
const seenBy = (userId: string) =>
  app.db.selectFrom('feed_seen').selectAll().where('user_id', '=', userId).orderBy('meme_id').execute()

describe('seen memes', () => {
  test('are stored once per member and meme, with the latest time', async () => {
    const { user, token } = await buildMember(app)
    const first = await see({ memeIds: memeIds.slice(0, 2) }, token)
    expect([first.status, first.body]).toEqual([200, { success: true, data: { seen: 2 } }])
    const before = await seenBy(user.id)
    await see({ memeIds: [...memeIds, memeIds[0]] }, token)
    const after = await seenBy(user.id)
    expect(after.map((row) => row.meme_id)).toEqual(memeIds.toSorted())
    for (const { meme_id, seen_at } of before)
      expect(after.find((row) => row.meme_id === meme_id)?.seen_at.getTime()).toBeGreaterThanOrEqual(seen_at.getTime())
  })

  test('are ignored for visitors', async () => {
    const answer = await see({ memeIds })
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { seen: 0 } }])
  })

  test('do not change the ledger, counters or lists', async () => {
    const { user, token } = await buildMember(app)
    const counters = () => app.db.selectFrom('meme_stats').selectAll().orderBy('meme_id').execute()
    const before = await counters()
    await see({ memeIds }, token)
    expect(await counters()).toEqual(before)
    expect(await app.db.selectFrom('actions').select('meme_id').where('user_id', '=', user.id).execute()).toEqual([])
    const frequent = await app.call('GET', `/user/meme/frequent/${user.id}`, { token })
    expect(frequent.body.data).toEqual([])
  })

  test('skip unknown memes and accept two batches at once', async () => {
    const { user, token } = await buildMember(app)
    const batches = await Promise.all([
      see({ memeIds: [...memeIds, newId()] }, token),
      see({ memeIds: memeIds.toReversed() }, token),
    ])
    expect(batches.map(({ body }) => body.data.seen)).toEqual([3, 3])
    expect(await seenBy(user.id)).toHaveLength(3)
  })

  test('are sent in batches of one to a hundred ids', async () => {
    const { token } = await buildMember(app)
    expect((await see({ memeIds: Array.from({ length: 100 }, newId) }, token)).status).toBe(200)
    for (const bad of [Array.from({ length: 101 }, newId), [], ['x'], undefined, 'x'])
      expect((await see({ memeIds: bad }, token)).body).toMatchObject({ success: false, code: 'request.invalid' })
    expect((await see({ memeId: memeIds[0] }, token)).body.errors).toEqual([
      { path: 'memeIds', code: 'requiredField', message: expect.any(String) },
    ])
  })
})
