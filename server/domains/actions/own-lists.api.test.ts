import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const person = await buildMember(app)
const memes = [await buildMeme(app), await buildMeme(app), await buildMeme(app)]

const act = (index: number, action: string, active = true) =>
  app.call('POST', '/user-action', { token: person.token, body: { memeId: memes[index]?.id, action, active } })
const ids = (answer: { body: { data: { _id: string }[] } }) =>
  answer.body.data.map((meme) => memes.findIndex((row) => row.id === meme._id))
const get = (url: string, token = person.token) => app.call('GET', url, { token })

describe('frequent memes', () => {
  test('order memes by use with a half-life of fourteen days, including memes of others', async () => {
    const frequent = `/user/meme/frequent/${person.user.username}`
    await act(0, 'view')
    await act(1, 'copy')
    await act(2, 'like')
    expect(ids(await get(frequent))).toEqual([1, 2, 0])
    // Age the copy by 28 days: its 4 points become 1, less than the like and as much as a view made today.
    await app.db
      .updateTable('meme_uses')
      .set((eb) => ({ log_point: eb('log_point', '-', 2.01) }))
      .where('meme_id', '=', memes[1]?.id ?? '')
      .execute()
    expect(ids(await get(frequent))).toEqual([2, 0, 1])
  })

  test('drop the points of a withdrawn like', async () => {
    await act(2, 'like', false)
    expect(ids(await get(`/user/meme/frequent/${person.user.id}`)).at(-1)).toBe(2)
  })

  test('come in pages', async () => {
    const first = await get(`/user/meme/frequent/${person.user.id}?limit=2`)
    const { lastPoint, lastMemeId } = first.body.nextCursor
    const second = await get(
      `/user/meme/frequent/${person.user.id}?limit=2&lastPoint=${lastPoint}&lastMemeId=${lastMemeId}`,
    )
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(3)
    expect(second.body).toMatchObject({ hasNext: false, nextCursor: null })
  })
})

describe('the album', () => {
  test('lists the latest additions first, in pages', async () => {
    await act(0, 'add-to-album')
    await act(2, 'add-to-album')
    const first = await get(`/user/meme/album/${person.user.username}?limit=1`)
    expect(ids(first)).toEqual([2])
    const { lastId, lastAddedAt } = first.body.nextCursor
    const second = await get(
      `/user/meme/album/${person.user.username}?limit=1&lastId=${lastId}&lastAddedAt=${lastAddedAt}`,
    )
    expect(ids(second)).toEqual([0])
    expect(second.body.hasNext).toBe(false)
  })
})
