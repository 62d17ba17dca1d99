import { expect, test } from 'vitest'
import { type Candidate, chance, freshness, type RankOptions, rankPage, score, usualShare } from './rules.ts'
import { type Evidence, learnTaste } from './taste.ts'

const about = (...tags: string[]) => tags.map((tag) => ({ tag, weight: 1 }))

const now = new Date('2026-01-10T00:00:00Z')
const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  creatorId: id,
  templateId: null,
  createdAt: new Date('2025-12-01T00:00:00Z'),
  language: null,
  topics: [],
  views: 100,
  likes: 10,
  copies: 0,
  dislikes: 0,
  taste: 0,
  alike: 0,
  isFollowed: false,
  isOrdinary: true,
  isSeen: false,
  isServed: false,
  ...more,
})
const options = (more: Partial<RankOptions> = {}): RankOptions => ({
  seed: 'visit',
  now,
  limit: 6,
  userId: 'viewer',
  language: 'en',
  before: [],
  taste: learnTaste([]),
  ...more,
})
const crowd = (count: number, more: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, index) => candidate(`c${index}`, more))
const positionOf = (id: string, candidates: Candidate[], more: Partial<RankOptions> = {}) =>
  rankPage(candidates, options({ limit: candidates.length, ...more })).findIndex((pick) => pick.id === id)

test('freshness halves in three days', () => {
  expect(freshness(new Date('2026-01-07T00:00:00Z'), now)).toBeCloseTo(0.5)
})

test('the random score is stable per visit and meme, and uniform across others', () => {
  expect(chance('visit', 'a')).toBe(chance('visit', 'a'))
  const drawn = Array.from({ length: 1000 }, (_, index) => chance('visit', String(index)))
  expect(drawn.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1)
})

test('a full page holds at most three memes of one creator while others are left', () => {
  const many = Array.from({ length: 20 }, (_, index) => candidate(`m${index}`, { creatorId: 'one', likes: 90 }))
  const others = Array.from({ length: 3 }, (_, index) => candidate(`o${index}`))
  const page = rankPage([...many, ...others], options())
  expect(page.filter((pick) => pick.id.startsWith('m'))).toHaveLength(3)
  expect(rankPage(many, options())).toHaveLength(6)
})

test('one of the viewer’s own memes comes before the seen ones, the others after them', () => {
  const own = Array.from({ length: 4 }, (_, index) => candidate(`own${index}`, { creatorId: 'viewer', likes: 90 }))
  const page = rankPage([...own, ...crowd(5, { isSeen: true })], options({ limit: 9 }))
  expect(page.map((pick) => pick.id.startsWith('own'))).toEqual([true, ...Array(5).fill(false), ...Array(3).fill(true)])
})

test('a page holds at most three memes of one template, counting the previous page', () => {
  const page = rankPage(
    [
      ...Array.from({ length: 9 }, (_, index) => candidate(`t${index}`, { templateId: 'same', likes: 90 })),
      ...crowd(9),
    ],
    options({ limit: 8, before: ['someone same', 'other same'] }),
  )
  expect(page.filter((pick) => pick.id.startsWith('t'))).toHaveLength(1)
})

test('at most three memes of one creator appear in any fifty', () => {
  const before = ['a x', 'a y', 'a z']
  const others = Array.from({ length: 47 }, (_, index) => `o${index} p${index}`)
  const mine = candidate('mine', { creatorId: 'a', likes: 100 })
  expect(positionOf('mine', [mine, ...crowd(5)], { before })).toBe(5)
  expect(positionOf('mine', [mine, ...crowd(5)], { before: [...before, ...others] })).toBe(0)
})

const liked = (more: Partial<Evidence> = {}): Evidence => ({
  memeId: 'liked',
  creatorId: null,
  templateId: null,
  topics: [],
  approvals: 0,
  views: 0,
  liking: 1,
  ...more,
})

test('similarity to liked memes raises a meme and becomes its reason', () => {
  for (const [more, evidence, reason] of [
    [{ taste: 2 }, [], 'taste'],
    [{ alike: 2 }, [], 'similar'],
    [{ creatorId: 'artist' }, [liked({ creatorId: 'artist' })], 'similar'],
    [{ templateId: 'drake' }, [liked({ templateId: 'drake' })], 'similar'],
    [{ topics: about('other', 'cats') }, [liked({ topics: about('cats') })], 'similar'],
    [{ isFollowed: true }, [], 'following'],
  ] as const) {
    const kin = candidate('kin', { ...more, topics: 'topics' in more ? [...more.topics] : [] })
    const taste = learnTaste([...evidence])
    expect(positionOf('kin', [...crowd(7), kin], { taste })).toBe(0)
    expect(score(kin, options({ taste }), 0.1).reason).toBe(reason)
  }
})

test('a meme needs both quality and similarity to rank high', () => {
  const passed = Array.from({ length: 9 }, (_, at) => liked({ memeId: `p${at}`, creatorId: `other${at}`, liking: 0 }))
  const taste = learnTaste([...[1, 2, 3].map((at) => liked({ memeId: `l${at}`, creatorId: 'artist' })), ...passed])
  const poor = candidate('poor', { creatorId: 'artist', views: 1000, likes: 5 })
  const good = candidate('good', { creatorId: 'artist', views: 1000, likes: 300 })
  const best = candidate('best', { views: 1000, likes: 400 })
  const order = rankPage([poor, best, good, ...crowd(4)], options({ limit: 7, taste })).map((pick) => pick.id)
  expect(order.slice(0, 2)).toEqual(['good', 'best'])
  expect(order.at(-1)).toBe('poor')
})

test('the usual approval share excludes memes selected for their likes', () => {
  const chosen = candidate('chosen', { isOrdinary: false, likes: 100 })
  expect(usualShare([chosen, ...crowd(50, { likes: 3 })])).toBeCloseTo(0.03, 2)
  expect(usualShare([])).toBeCloseTo(0.1)
})

test('disliked memes sink below all others, and seen memes below those', () => {
  const taste = learnTaste([liked({ creatorId: 'bore', liking: -3 })])
  const memes = [
    candidate('seen', { isSeen: true, likes: 100 }),
    candidate('disliked', { creatorId: 'bore', likes: 100, taste: 5 }),
    ...crowd(6),
  ]
  const order = rankPage(memes, options({ limit: 8, taste })).map((pick) => pick.id)
  expect(order.slice(-2)).toEqual(['disliked', 'seen'])
})

test('the viewer’s language is preferred but not required', () => {
  const vietnamese = candidate('vi', { language: 'vi' })
  const twin = candidate('en', { language: 'en' })
  expect(score(twin, options(), 0.1).score).toBeGreaterThan(score(vietnamese, options(), 0.1).score)
  const loved = candidate('loved', { language: 'vi', likes: 95 })
  expect(positionOf('loved', [...crowd(6, { language: 'en' }), loved])).toBe(0)
})

test('one position in ten explores a new or little-known meme, and visitors see ten popular memes first', () => {
  const taste = learnTaste([liked({ creatorId: 'artist' })])
  const proven = crowd(60, { views: 1000, likes: 600, isOrdinary: false })
  const newest = candidate('new', { createdAt: now, views: 0, likes: 0 })
  const unknown = Array.from({ length: 40 }, (_, index) => candidate(`u${index}`, { views: 0, likes: 0 }))
  const memes = [
    ...proven,
    newest,
    ...unknown,
    ...crowd(40).map((one) => ({ ...one, id: `usual ${one.id}`, likes: 40 })),
  ]
  const seeds = Array.from({ length: 40 }, (_, index) => `visit ${index}`)
  const tries = (more: Partial<RankOptions>, position: number) =>
    seeds.map((seed) => rankPage(memes, options({ limit: position + 1, seed, ...more })).at(position))
  const seventh = tries({ taste }, 7)
  expect(new Set(seventh.map((pick) => pick?.reason))).toEqual(new Set(['fresh', 'explore']))
  expect(seventh.filter((pick) => pick?.reason === 'fresh').every((pick) => pick?.id === 'new')).toBe(true)
  expect(tries({ taste }, 6).every((pick) => pick?.reason === 'popular')).toBe(true)
  expect(tries({}, 7).every((pick) => pick?.reason === 'popular')).toBe(true)
  expect(tries({}, 17).every((pick) => pick?.reason !== 'popular')).toBe(true)
})

test('exploration prefers little-known memes of a kind that the viewer likes', () => {
  const taste = learnTaste([1, 2, 3].map((at) => liked({ memeId: `l${at}`, topics: about('cats') })))
  const memes = [
    ...crowd(20, { views: 1000, likes: 300, isOrdinary: false }),
    ...crowd(20, { views: 2, likes: 0 }).map((one) => ({ ...one, id: `far ${one.id}` })),
    ...crowd(20, { views: 2, likes: 0, topics: about('cats') }).map((one) => ({ ...one, id: `kin ${one.id}` })),
    ...crowd(20, { views: 1000, likes: 200 }).map((one) => ({ ...one, id: `usual ${one.id}` })),
  ]
  const tried = Array.from(
    { length: 60 },
    (_, index) => rankPage(memes, options({ limit: 8, seed: `s${index}`, taste }))[7],
  )
  const count = (kind: string) => tried.filter((pick) => pick?.reason === 'explore' && pick.id.startsWith(kind)).length
  expect(count('kin')).toBeGreaterThan(count('far'))
})
