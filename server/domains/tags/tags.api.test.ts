import { describe, expect, test } from 'vitest'
import { TAG_FOLLOWS_MAX } from '#contract/limits.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const memes: string[] = []

const app = await appForFile()
const member = await buildMember(app)
const { user } = member
for (const description of ['#Mèo #work', '#mèo #work #monday', '#mèo', '#other'])
  memes.push((await buildMeme(app, { user, description })).id)
await changeMemes(app.db, memes[2] ?? '', { status: 'removed' })

const asked = (tag: string) => encodeURIComponent(tag)

describe('a tag', () => {
  test('counts publicly visible memes and lists related tags, most frequent first', async () => {
    const { body } = await app.call('GET', `/tags/${asked('MÈO')}`)
    expect(body.data).toEqual({
      tag: 'mèo',
      aliases: [],
      count: 2,
      related: [
        { tag: 'work', count: 2 },
        { tag: 'monday', count: 1 },
      ],
    })
    expect((await app.call('GET', '/tags/unused')).body.data).toEqual({
      tag: 'unused',
      aliases: [],
      count: 0,
      related: [],
    })
  })

  test.each(['a b', 'a/b', '#', 'x'.repeat(51)])('with the invalid name %s is a 400', async (tag) => {
    expect((await app.call('GET', `/tags/${asked(tag)}`)).status).toBe(400)
  })
})

describe('the list of tags', () => {
  test('completes the typed text, ignoring case and tone marks', async () => {
    expect((await app.call('GET', '/tags?q=ME')).body.data).toEqual([{ tag: 'mèo', count: 2 }])
    expect((await app.call('GET', `/tags?q=${asked('#wo')}`)).body.data).toEqual([{ tag: 'work', count: 2 }])
    expect((await app.call('GET', '/tags?q=nothing')).body.data).toEqual([])
  })

  test('of the day begins with trending tags and continues with the most used', async () => {
    const usual = (await app.call('GET', '/tags?period=day')).body.data
    expect(usual.map(({ tag }: { tag: string }) => tag)).toEqual(['mèo', 'work', 'monday', 'other'])
    await app.db
      .insertInto('trending_generations')
      .values({ generation: '1' } as never)
      .execute()
    await app.db
      .insertInto('trending_memes')
      .values({
        generation: '1',
        period: '24h',
        rank: 1,
        meme_id: memes[3],
        likes: 1,
        copies: 0,
        views: 1,
        score: 1,
      } as never)
      .execute()
    const today = (await app.call('GET', '/tags?period=day')).body.data
    expect(today[0]).toEqual({ tag: 'other', count: 1 })
    expect(today).toHaveLength(4)
  })
})

describe('following a tag', () => {
  const follow = (method: 'POST' | 'DELETE', tag: string, token = member.token) =>
    app.call(method, `/tags/${asked(tag)}/follow`, { token })

  test('is idempotent both ways and private', async () => {
    for (const method of ['POST', 'POST', 'DELETE', 'DELETE', 'POST'] as const) {
      const isFollowing = method === 'POST'
      expect((await follow(method, 'Mèo')).body.data).toEqual({ tag: 'mèo', isFollowing })
      const { body } = await app.call('GET', `/tags/${asked('mèo')}`, { token: member.token })
      expect(body.data.viewer).toEqual({ isFollowing })
    }
    expect((await app.call('GET', '/users/me/tags', { token: member.token })).body.data).toEqual([{ tag: 'mèo' }])
    const other = await buildMember(app)
    expect((await app.call('GET', '/users/me/tags', { token: other.token })).body.data).toEqual([])
  })

  test('is limited, with parallel requests too', async () => {
    const { user, token } = await buildMember(app)
    const rows = Array.from({ length: TAG_FOLLOWS_MAX - 1 }, (_, index) => ({ user_id: user.id, tag: `tag${index}` }))
    await app.db.insertInto('tag_follows').values(rows).execute()
    const answers = await Promise.all(['a', 'b', 'c'].map((tag) => follow('POST', tag, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await follow('POST', 'tag0', token)).status).toBe(200)
  })

  test('adds its memes to the member’s feed', async () => {
    const { token } = await buildMember(app)
    await follow('POST', 'other', token)
    const { body } = await app.call('GET', '/recommendation-feed?limit=3', { token })
    const found = body.data.recommendations.find((meme: { _id: string }) => meme._id === memes[3])
    expect(found).toBeDefined()
  })
})
