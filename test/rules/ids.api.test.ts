import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { UserIdOrName } from '#contract/people/users.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const lan = await buildMember(app)
const memeId = (await buildMeme(app, { user: lan.user })).id

const body = { action: 'like', active: true }
const ofPerson = (Object.values(calls) as CallShape[]).filter((call) => call.params === UserIdOrName)

test('every {id} of a person uses the same kind of parameter', () => {
  const inPath = (Object.values(calls) as CallShape[]).filter(({ path }) =>
    /^\/users\/\{id\}|^\/user\/|^\/meme\/user\/\{id\}|^\/moderation\/users\/\{id\}|^\/admin\/people\/\{id\}/.test(path),
  )
  expect(ofPerson).toEqual(inPath)
})

describe.each(ofPerson)('$method $path', ({ method, path, auth }) => {
  const call = (id: string, token?: string) =>
    app.call(method, path.replace('{id}', id), token === undefined ? {} : { token })

  // GET /users/me is a separate call.
  test.each(path === '/users/{id}' ? ['Me'] : ['me', 'Me'])('%s means the member who sends the request', async (me) => {
    const expected = await call(lan.user.id, lan.token)
    const answer = await call(me, lan.token)
    expect([answer.status, answer.body]).toEqual([expected.status, expected.body])
    expect(answer.body.code).not.toBe('user.notFound')
  })

  test('me requires visitors to log in', async () => {
    const answer = await call('me')
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.required'])
  })

  test('an uppercase id finds the same person', async () => {
    const token = auth === 'member' ? lan.token : undefined
    const expected = await call(lan.user.id, token)
    const answer = await call(lan.user.id.toUpperCase(), token)
    expect([answer.status, answer.body]).toEqual([expected.status, expected.body])
  })
})

describe('an uppercase id', () => {
  test('finds the same meme, and answers use lowercase', async () => {
    const upper = memeId.toUpperCase()
    const { token } = lan
    expect((await app.call('GET', `/meme/${upper}`)).body.data._id).toBe(memeId)
    const similar = await app.call('GET', `/meme/recommend/by-image?imageId=${upper}`)
    expect([similar.status, similar.body.data.map(({ _id }: { _id: string }) => _id).includes(memeId)]).toEqual([
      200,
      false,
    ])
    const acted = await app.call('POST', '/user-action', { token, body: { ...body, memeId: upper } })
    expect(acted.body.data).toMatchObject({ memeId, viewer: { isLiked: true } })
    const edited = await app.call('PATCH', `/meme/${upper}`, { token, body: { name: 'renamed' } })
    expect(edited.body.data).toMatchObject({ _id: memeId, name: 'renamed' })
    expect((await app.call('POST', `/meme/${upper}/report`, { body: { reason: 'other' } })).status).toBe(202)
    expect((await app.call('DELETE', `/meme/${upper}`, { token })).status).toBe(200)
    expect((await app.call('POST', `/meme/${upper}/restore`, { token })).body.data._id).toBe(memeId)
  })

  test('continues a search like the lowercase id', async () => {
    for (let count = 0; count < 3; count += 1) await buildMeme(app, { name: 'wombat' })
    const { nextCursor } = (await app.call('GET', '/vector-search/text?q=wombat&limit=1')).body
    const more = (id: string) =>
      app.call('GET', `/vector-search/text?q=wombat&limit=2&lastScore=${nextCursor.lastScore}&lastId=${id}`)
    const expected = (await more(nextCursor.lastId)).body
    expect(expected.data).toHaveLength(2)
    expect((await more(nextCursor.lastId.toUpperCase())).body).toEqual(expected)
  })
})
