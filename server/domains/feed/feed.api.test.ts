import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import type { MemeRow } from '../memes/queries.ts'

const memes: MemeRow[] = []
const app = await appForFile()
for (let creator = 0; creator < 4; creator += 1) {
  const { user } = await buildMember(app)
  for (let index = 0; index < 6; index += 1)
    memes.push(await buildMeme(app, { user, description: index === 0 ? '#first' : '' }))
}

const feed = (query = '', token?: string) => app.call('GET', `/recommendation-feed${query}`, token ? { token } : {})
const ids = (answer: { body: { data: { recommendations: { _id: string }[] } } }) =>
  answer.body.data.recommendations.map((meme) => meme._id)

async function walk(limit: number, token?: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  for (let page = 0; page < 30; page += 1) {
    const answer = await feed(`?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, token)
    expect(answer.status).toBe(200)
    pages.push(ids(answer))
    cursor = answer.body.nextCursor
    if (!answer.body.hasMore) break
  }
  return pages
}

describe('a visit', () => {
  test('shows everything once and then ends, for visitors and members', async () => {
    const { token } = await buildMember(app)
    for (const who of [undefined, token]) {
      const all = (await walk(7, who)).flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBe(memes.length)
    }
  })

  test('returns the same page for the same cursor, even after the ranking changed', async () => {
    const first = await feed('?limit=5')
    const next = `?limit=5&cursor=${encodeURIComponent(first.body.nextCursor)}`
    const second = ids(await feed(next))
    const hidden = memes.filter((meme) => !second.includes(meme.id))
    await app.db
      .updateTable('meme_stats')
      .set({ like_count: 500, view_count: 600 })
      .where('meme_id', '=', hidden[0]?.id ?? '')
      .execute()
    expect(ids(await feed(next))).toEqual(second)
  })

  test('shows at most three memes of one creator per page while others are left', async () => {
    const first = await feed('?limit=12')
    const perCreator = new Map<string, number>()
    for (const meme of first.body.data.recommendations)
      perCreator.set(meme.creator._id, (perCreator.get(meme.creator._id) ?? 0) + 1)
    expect(Math.max(...perCreator.values())).toBeLessThanOrEqual(3)
  })

  test('includes the own state of a member, but not for visitors', async () => {
    const { token } = await buildMember(app)
    expect((await feed('?limit=1', token)).body.data.recommendations[0].viewer).toMatchObject({ isLiked: false })
    expect((await feed('?limit=1')).body.data.recommendations[0].viewer).toBeUndefined()
  })

  test('can be filtered by tags', async () => {
    const answer = await feed('?cat=First')
    expect(ids(answer)).toHaveLength(4)
    expect((await feed('?cat=first&cat2=none')).body.data.recommendations).toEqual([])
  })
})

describe('bad input', () => {
  test('returns 400 for a made-up cursor', async () => {
    expect((await feed('?cursor=abc')).body.code).toBe('cursor.invalid')
    const first = await feed('?limit=5')
    expect(
      (await feed(`?cursor=${first.body.nextCursor.replace(/.$/, first.body.nextCursor.endsWith('A') ? 'B' : 'A')}`))
        .status,
    ).toBe(400)
  })
})

describe('the cached first page', () => {
  const names = [
    '@@cursor@@',
    '","nextCursor":"x',
    '}',
    '$& $` $1 $$',
    '<!--first-view-->',
    '</script><script>x</script>',
    '\u2028 \\u003c \\" \'',
  ]

  test('is valid JSON for any meme name, and each visitor can continue from it', async () => {
    const { user } = await buildMember(app)
    for (const name of names) await buildMeme(app, { user, name, description: `#odd ${name}` })
    const [one, two] = [await feed('?cat=odd&limit=4'), await feed('?cat=odd&limit=4')]
    for (const { status, body } of [one, two]) {
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['success', 'data', 'hasMore', 'nextCursor'])
      expect(body.hasMore).toBe(true)
      const next = await feed(`?cat=odd&limit=4&cursor=${encodeURIComponent(body.nextCursor)}`)
      const shown = [...body.data.recommendations, ...next.body.data.recommendations]
      expect(shown.map((meme: { name: string }) => meme.name).sort()).toEqual([...names].sort())
      expect(next.body.nextCursor).toBeNull()
    }
    expect((await feed('?cat=odd&limit=50')).body.nextCursor).toBeNull()
  })
})
