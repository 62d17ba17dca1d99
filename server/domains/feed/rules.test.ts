import { expect, test } from 'vitest'
import { type Candidate, chance, freshness, provenShare, type RankOptions, rankPage, score } from './rules.ts'

const now = new Date('2026-01-10T00:00:00Z')
const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  creatorId: id,
  templateId: null,
  createdAt: new Date('2025-12-01T00:00:00Z'),
  language: null,
  views: 100,
  likes: 10,
  copies: 0,
  dislikes: 0,
  taste: 0,
  alike: 0,
  creatorLiked: 0,
  tagsLiked: 0,
  isFollowed: false,
  isExplored: false,
  isSeen: false,
  isDisliked: false,
  ...more,
})
const options = (more: Partial<RankOptions> = {}): RankOptions => ({
  seed: 'visit',
  now,
  limit: 6,
  userId: 'reader',
  language: 'en',
  before: [],
  ...more,
})
const crowd = (count: number, more: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, index) => candidate(`c${index}`, more))
const placeOf = (id: string, candidates: Candidate[], more: Partial<RankOptions> = {}) =>
  rankPage(candidates, options({ limit: candidates.length, ...more })).findIndex((pick) => pick.id === id)

test('many views weigh more than the same share of few', () => {
  expect(provenShare(1000, 500, 0)).toBeGreaterThan(provenShare(4, 2, 0))
  expect(provenShare(0, 0, 0)).toBe(0)
  expect(provenShare(10, 10, 10)).toBeLessThan(1)
})

test('freshness halves in three days', () => {
  expect(freshness(new Date('2026-01-07T00:00:00Z'), now)).toBeCloseTo(0.5)
})

test('chance is the same for one visit and meme, and spreads over others', () => {
  expect(chance('visit', 'a')).toBe(chance('visit', 'a'))
  const drawn = Array.from({ length: 1000 }, (_, index) => chance('visit', String(index)))
  expect(drawn.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1)
})

test('a page holds at most three of one creator while others are left, and is full all the same', () => {
  const many = Array.from({ length: 20 }, (_, index) => candidate(`m${index}`, { creatorId: 'one', likes: 90 }))
  const others = Array.from({ length: 3 }, (_, index) => candidate(`o${index}`))
  const page = rankPage([...many, ...others], options())
  expect(page.filter((pick) => pick.id.startsWith('m'))).toHaveLength(3)
  expect(rankPage(many, options())).toHaveLength(6)
})

test('a page holds at most three of one template, counting those shown just before', () => {
  const page = rankPage(
    [
      ...Array.from({ length: 9 }, (_, index) => candidate(`t${index}`, { templateId: 'same', likes: 90 })),
      ...crowd(9),
    ],
    options({ limit: 8, before: ['someone same', 'other same'] }),
  )
  expect(page.filter((pick) => pick.id.startsWith('t'))).toHaveLength(1)
})

test('three of one creator in any fifty: after fifty others there is room again', () => {
  const before = ['a x', 'a y', 'a z']
  const others = Array.from({ length: 47 }, (_, index) => `o${index} p${index}`)
  const mine = candidate('mine', { creatorId: 'a', likes: 100 })
  expect(placeOf('mine', [mine, ...crowd(5)], { before })).toBe(5)
  expect(placeOf('mine', [mine, ...crowd(5)], { before: [...before, ...others] })).toBe(0)
})

test('kinship with what the reader liked lifts a meme above its equals, and names itself as the reason', () => {
  for (const [more, reason] of [
    [{ taste: 2 }, 'taste'],
    [{ alike: 2 }, 'similar'],
    [{ creatorLiked: 4 }, 'similar'],
    [{ isFollowed: true }, 'following'],
  ] as const) {
    const kin = candidate('kin', more)
    expect(placeOf('kin', [...crowd(7), kin])).toBe(0)
    expect(score(kin, options()).reason).toBe(reason)
  }
})

test('what was disliked sinks below all others, what was seen below that', () => {
  const memes = [
    candidate('seen', { isSeen: true, likes: 100 }),
    candidate('disliked', { isDisliked: true, likes: 100, taste: 5 }),
    ...crowd(6),
  ]
  const order = rankPage(memes, options({ limit: 8 })).map((pick) => pick.id)
  expect(order.slice(-2)).toEqual(['disliked', 'seen'])
})

test("the reader's language is preferred, not imposed", () => {
  const vietnamese = candidate('vi', { language: 'vi' })
  const twin = candidate('en', { language: 'en' })
  expect(score(twin, options()).score).toBeGreaterThan(score(vietnamese, options()).score - 0.3)
  const loved = candidate('loved', { language: 'vi', likes: 95 })
  expect(placeOf('loved', [...crowd(6, { language: 'en' }), loved])).toBe(0)
})

test('one place in eight is for the newest and one for what chance brought, the rarest seen first', () => {
  const newest = candidate('new', { createdAt: now, views: 0, likes: 0 })
  const chanced = [
    candidate('known', { isExplored: true, views: 900, likes: 1 }),
    candidate('unknown', { isExplored: true, views: 1, likes: 0 }),
  ]
  const memes = [...crowd(24, { likes: 60 }), newest, ...chanced]
  const page = rankPage([candidate('kin', { taste: 1 }), ...memes], options({ limit: 8 }))
  expect(page[3]).toMatchObject({ id: 'new', reason: 'fresh' })
  expect(page[7]).toMatchObject({ id: 'unknown', reason: 'explore' })
  const forStranger = rankPage(memes, options({ limit: 16 }))
  expect(forStranger.slice(0, 10).every((pick) => pick.reason === 'popular')).toBe(true)
  expect(forStranger.slice(10).map((pick) => pick.reason)).toEqual(expect.arrayContaining(['fresh', 'explore']))
})
