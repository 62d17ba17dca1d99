import { expect, test } from 'vitest'
import { viewerKey } from '#server/platform/viewer-key.ts'
import { nextReaction, reactionDeltas, scaledPoint } from './rules.ts'

test('a point from fourteen days ago is worth half of one from today', () => {
  const now = new Date('2026-03-15T00:00:00Z')
  const before = new Date('2026-03-01T00:00:00Z')
  expect(scaledPoint('copy', before) / scaledPoint('copy', now)).toBeCloseTo(0.5)
  expect(scaledPoint('copy', now) / scaledPoint('view', now)).toBe(4)
})

test.each([
  [null, 'like', undefined, 'like'],
  ['like', 'like', undefined, null],
  ['dislike', 'like', undefined, 'like'],
  ['dislike', 'like', false, 'dislike'],
  ['like', 'like', true, 'like'],
  ['like', 'like', false, null],
] as const)('%s, then %s with active %s: %s', (current, action, active, expected) => {
  expect(nextReaction(current, action, active)).toBe(expected)
})

test('a change from like to dislike updates both counters', () => {
  expect(reactionDeltas('like', 'dislike')).toMatchObject({ likes: -1, dislikes: 1 })
})

test("a visitor's key changes every day and hides the address", () => {
  const visitor = { kind: 'visitor', language: 'en', address: '203.0.113.9', userAgent: 'x' } as const
  const monday = viewerKey('secret', visitor, new Date('2026-03-02T10:00:00Z'))
  expect(viewerKey('secret', visitor, new Date('2026-03-02T23:00:00Z'))).toBe(monday)
  expect(viewerKey('secret', visitor, new Date('2026-03-03T10:00:00Z'))).not.toBe(monday)
  expect(monday).not.toContain('203')
})
