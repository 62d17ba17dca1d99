import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()
const owner = await buildMember(app)

const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map((meme) => meme.name)
const list = (query = '', person = owner) => app.call('GET', `/meme/user/${person.user.username}${query}`)

describe('the list of a person’s uploads', () => {
  let person: BuiltMember
  beforeAll(async () => {
    person = await buildMember(app)
    for (const [index, name] of ['Mèo lười', 'dog', 'cat 100%'].entries()) {
      const meme = await buildMeme(app, { user: person.user, name, createdAt: new Date(Date.UTC(2026, 0, index + 1)) })
      await app.db
        .updateTable('meme_stats')
        .set({ like_count: [5, 9, 5][index] ?? 0 })
        .where('meme_id', '=', meme.id)
        .execute()
    }
  })

  test('is public, newest first, by id or username', async () => {
    expect(names(await list('', person))).toEqual(['cat 100%', 'dog', 'Mèo lười'])
    expect(names(await app.call('GET', `/meme/user/${person.user.id}`))).toHaveLength(3)
  })

  test.each([
    ['?sortBy=createdAt&sortOrder=asc', ['Mèo lười', 'dog', 'cat 100%']],
    ['?sortBy=likeCount', ['dog', 'cat 100%', 'Mèo lười']],
  ])('%s', async (query, expected) => {
    expect(names(await list(query, person))).toEqual(expected)
  })

  test.each(['?sortBy=createdAt', '?sortBy=likeCount', '?sortBy=likeCount&sortOrder=asc'])(
    '%s comes in pages of one',
    async (query) => {
      const whole = names(await list(query, person))
      const seen: string[] = []
      let more = ''
      for (let page = 0; page < 5; page += 1) {
        const answer = await list(`${query}&limit=1${more}`, person)
        seen.push(...names(answer))
        const cursor = answer.body.nextCursor
        if (!cursor) break
        more = Object.entries(cursor)
          .map(([key, value]) => `&${key}=${encodeURIComponent(String(value))}`)
          .join('')
      }
      expect(seen).toEqual(whole)
    },
  )

  const COUNTS = ['viewCount', 'likeCount', 'copyCount'] as const
  const LISTS = COUNTS.flatMap((sortBy) => (['asc', 'desc'] as const).map((order) => [sortBy, order] as const))

  test.each(LISTS)('by %s %s continues from an id and a time, without repeats or gaps', async (sortBy, order) => {
    const busy = await buildMember(app)
    for (const count of [3, 0, 3, 7, 3]) {
      const meme = await buildMeme(app, { user: busy.user })
      const stats = { view_count: count, like_count: count, copy_count: count }
      await app.db.updateTable('meme_stats').set(stats).where('meme_id', '=', meme.id).execute()
    }
    const query = `?sortBy=${sortBy}&sortOrder=${order}`
    const whole = names(await list(query, busy))
    const seen: string[] = []
    let more = ''
    do {
      const answer = await list(`${query}&limit=2${more}`, busy)
      seen.push(...names(answer))
      const cursor = answer.body.nextCursor
      more = cursor ? `&lastId=${cursor.lastId.toUpperCase()}&lastCreatedAt=${cursor.lastCreatedAt}` : ''
    } while (more && seen.length < 10)
    expect(seen).toEqual(whole)
    expect(whole).toHaveLength(5)
  })

  test('by a count continues after a deleted meme, but not from another member’s meme', async () => {
    const busy = await buildMember(app)
    const [, second] = [await buildMeme(app, { user: busy.user }), await buildMeme(app, { user: busy.user })]
    const query = '?sortBy=likeCount&limit=1'
    const { nextCursor } = (await list(query, busy)).body
    expect(nextCursor.lastId).toBe(second.id)
    expect((await app.call('DELETE', `/meme/${second.id}`, { token: busy.token })).status).toBe(200)
    const more = `&lastId=${nextCursor.lastId}&lastCreatedAt=${nextCursor.lastCreatedAt}`
    expect((await list(query + more, busy)).body.data).toHaveLength(1)
    const stranger = await buildMeme(app)
    const foreign = await list(`${query}&lastId=${stranger.id}&lastCreatedAt=${nextCursor.lastCreatedAt}`, busy)
    expect([foreign.status, foreign.body.code]).toEqual([400, 'cursor.invalid'])
  })

  test('is searched without tone marks, and special characters are literal', async () => {
    expect(names(await list('?search=luoi', person))).toEqual(['Mèo lười'])
    expect(names(await list('?search=100%25', person))).toEqual(['cat 100%'])
    expect(names(await list('?search=_', person))).toEqual([])
  })

  test('returns 404 for an unknown person and 400 for half a cursor', async () => {
    expect((await app.call('GET', '/meme/user/no-such-person')).body.code).toBe('user.notFound')
    expect((await list(`?lastId=${UNKNOWN_ID}`, person)).body.code).toBe('cursor.invalid')
  })
})

describe('editing', () => {
  test('changes the words and tags, and search finds the new ones at once', async () => {
    const meme = await buildMeme(app, { user: owner.user, name: 'before', description: '#old' })
    const answer = await app.call('PATCH', `/meme/${meme.id}`, {
      token: owner.token,
      body: { name: 'Rubberduckling', description: 'now #new', altText: 'a duck' },
    })
    expect(answer.body.data).toMatchObject({ name: 'Rubberduckling', tag: ['new'], altText: 'a duck' })
    expect(names(await app.call('GET', '/vector-search/text?q=rubberduckling'))).toEqual(['Rubberduckling'])
    expect(names(await app.call('GET', '/vector-search/text?q=before'))).not.toContain('before')
  })

  test('a blank name leaves the name unchanged, and null counts as absent', async () => {
    const meme = await buildMeme(app, { user: owner.user, name: 'kept', description: 'kept too' })
    const answer = await app.call('PATCH', `/meme/${meme.id}`, {
      token: owner.token,
      body: { name: ' ', description: null },
    })
    expect(answer.body.data).toMatchObject({ name: 'kept', description: 'kept too' })
  })
})

describe('deleting', () => {
  test('hides the meme at once and can be undone', async () => {
    const person = await buildMember(app)
    const meme = await buildMeme(app, { user: person.user })
    expect((await app.call('DELETE', `/meme/${meme.id}`, { token: person.token })).status).toBe(200)
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(404)
    expect((await app.call('GET', `/users/${person.user.username}`)).body.data.stats.memesCount).toBe(0)
    const back = await app.call('POST', `/meme/${meme.id}/restore`, { token: person.token })
    expect([back.status, back.body.data._id]).toEqual([200, meme.id])
    expect((await app.call('GET', `/users/${person.user.username}`)).body.data.stats.memesCount).toBe(1)
  })

  test('cannot be undone late, nor by another member', async () => {
    const meme = await buildMeme(app, { user: owner.user })
    await app.call('DELETE', `/meme/${meme.id}`, { token: owner.token })
    const other = await buildMember(app)
    expect((await app.call('POST', `/meme/${meme.id}/restore`, { token: other.token })).status).toBe(403)
    await changeMemes(app.db, meme.id, { deleted_at: new Date(Date.now() - 16_000) })
    expect((await app.call('POST', `/meme/${meme.id}/restore`, { token: owner.token })).status).toBe(404)
  })

  test('a second time returns 404 and counts once', async () => {
    const person = await buildMember(app)
    const meme = await buildMeme(app, { user: person.user })
    await buildMeme(app, { user: person.user })
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('DELETE', `/meme/${meme.id}`, { token: person.token })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404])
    expect((await app.call('GET', `/users/${person.user.username}`)).body.data.stats.memesCount).toBe(1)
  })
})

describe('fetching a link', () => {
  test('needs a login and cannot reach private addresses', async () => {
    const inside = { url: 'http://127.0.0.1:1/picture.png' }
    const answer = await app.call('POST', '/meme/fetch-link', { token: owner.token, body: inside })
    expect([answer.status, answer.body.code]).toEqual([400, 'image.linkForbidden'])
  })
})
