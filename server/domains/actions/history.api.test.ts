import { expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const creator = await buildMember(app)
const memeIds: string[] = []
for (let index = 0; index < 4; index += 1) memeIds.push((await buildMeme(app, { user: creator.user })).id)

const act = (memeId: string | undefined, token: string, action = 'view') =>
  app.call('POST', '/user-action', { token, body: { memeId, action } })
const history = async (token: string, query = '') =>
  (await app.call('GET', `/users/me/history${query}`, { token })).body
const ids = async (token: string) => (await history(token)).data.map(({ _id }: { _id: string }) => _id)
const views = (userId: string) =>
  app.db.selectFrom('actions').selectAll().where('user_id', '=', userId).where('action', '=', 'view').execute()
const viewCount = async (memeId = '') =>
  (await app.db.selectFrom('meme_stats').select('view_count').where('meme_id', '=', memeId).executeTakeFirst())
    ?.view_count

/** Builds a member who opened the memes in order, a minute apart. */
async function viewer(seen = memeIds): Promise<BuiltMember> {
  const member = await buildMember(app)
  for (const [index, memeId] of seen.entries()) {
    await act(memeId, member.token)
    await app.db
      .updateTable('actions')
      .set({ at: new Date(Date.now() - (seen.length - index) * 60_000) })
      .where('user_id', '=', member.user.id)
      .where('meme_id', '=', memeId)
      .execute()
  }
  return member
}

test('lists opened memes once each, latest first, without memes that were only liked', async () => {
  const { token, user } = await viewer(memeIds.slice(0, 3))
  await act(memeIds[3], token, 'like')
  expect(await ids(token)).toEqual(memeIds.slice(0, 3).toReversed())
  await app.db.deleteFrom('action_windows').where('viewer_key', '=', user.id).execute()
  await act(memeIds[0], token)
  expect(await ids(token)).toEqual([memeIds[0], memeIds[2], memeIds[1]])
})

test('pages list every meme once, and only the member can read them', async () => {
  const { token } = await viewer()
  const first = await history(token, '?limit=3')
  const second = await history(token, `?limit=3&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(memeIds.toReversed())
  expect([first.hasNext, second.hasNext]).toEqual([true, false])
  const other = await viewer([])
  expect((await history(other.token)).data).toEqual([])
  expect((await history(other.token, '?cursor=made-up')).code).toBe('cursor.invalid')
})

test('removing one meme or all of them anonymizes the views without changing the counts', async () => {
  const { token, user } = await viewer()
  const counted = await Promise.all(memeIds.map(viewCount))
  expect((await app.call('DELETE', `/users/me/history/${memeIds[1]}`, { token })).status).toBe(200)
  expect(await ids(token)).toEqual([memeIds[3], memeIds[2], memeIds[0]])
  expect((await app.call('DELETE', '/users/me/history', { token })).status).toBe(200)
  expect(await ids(token)).toEqual([])
  expect(await views(user.id)).toEqual([])
  expect(await app.db.selectFrom('actions').select('id').where('viewer_key', '=', user.id).execute()).toEqual([])
  expect(await Promise.all(memeIds.map(viewCount))).toEqual(counted)
})

test('turning the history off empties it, and later views count once without a name', async () => {
  const { token, user } = await viewer(memeIds.slice(0, 2))
  const before = await viewCount(memeIds[3])
  expect((await app.call('PUT', '/users/me/history', { token, body: { keep: false } })).status).toBe(200)
  expect((await app.call('GET', '/users/me', { token })).body.data.preferences.keepsHistory).toBe(false)
  for (let time = 0; time < 2; time += 1) await act(memeIds[3], token)
  expect(await viewCount(memeIds[3])).toBe((before ?? 0) + 1)
  expect([await ids(token), await views(user.id)]).toEqual([[], []])
  const used = app.db.selectFrom('meme_uses').select('meme_id').where('user_id', '=', user.id)
  expect((await used.where('meme_id', '=', memeIds[3] ?? '').execute()).length).toBe(0)
  // Simulate a view that was being recorded while the history was turned off.
  await app.db
    .updateTable('actions')
    .set({ user_id: user.id })
    .where('meme_id', '=', memeIds[3] ?? '')
    .where('action', '=', 'view')
    .execute()
  expect(await ids(token)).toEqual([])
  // After turning it on again, a second view within the same half hour does not count, and new views fill the history.
  await app.call('PUT', '/users/me/history', { token, body: { keep: true } })
  await act(memeIds[3], token)
  expect(await viewCount(memeIds[3])).toBe((before ?? 0) + 1)
  await act(memeIds[2], token)
  expect(await ids(token)).toEqual([memeIds[2]])
})
