import { expect, test } from 'vitest'
import { chance, freshness, provenShare, rankPage } from './rules.ts'

const now = new Date('2026-01-10T00:00:00Z')
const candidate = (id: string, more: Partial<Parameters<typeof rankPage>[0][number]> = {}) => ({
  id,
  creatorId: id,
  createdAt: new Date('2025-12-01T00:00:00Z'),
  views: 100,
  likes: 10,
  copies: 0,
  ...more,
})

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
  const page = rankPage([...many, ...others], { seed: 'visit', now, limit: 6 })
  expect(page.filter((pick) => pick.id.startsWith('m'))).toHaveLength(3)
  expect(rankPage(many, { seed: 'visit', now, limit: 6 })).toHaveLength(6)
})
