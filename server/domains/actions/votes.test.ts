import { describe, expect, test } from 'vitest'
import type { ActionName } from '#contract/memes/actions.ts'
import { voterTrust } from '#server/platform/voter-trust.ts'
import { VOTE_POINTS, voteWeight } from './rules.ts'

const now = new Date('2026-06-15T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const vote = (overrides: Partial<Parameters<typeof voteWeight>[0]> = {}) =>
  voteWeight({ action: 'like', earlierFromAddress: 0, trust: 1, isYoung: false, isOwn: false, ...overrides })

describe('vote weight', () => {
  test('is higher for a copy than a like, higher for a like than a view, and zero for a dislike', () => {
    const weights = (['copy', 'like', 'view', 'dislike'] as const).map((action: ActionName) => vote({ action }).weight)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    expect(new Set(weights).size).toBe(4)
    expect(weights.at(-1)).toBe(0)
  })

  test('of all votes from one address stays below 1.65 votes', () => {
    let sum = 0
    for (let earlier = 0; earlier < 10_000; earlier += 1) sum += vote({ earlierFromAddress: earlier }).weight
    expect(sum).toBeGreaterThan(VOTE_POINTS.like)
    expect(sum).toBeLessThan(1.65 * VOTE_POINTS.like)
  })

  test('is summed separately for an account made today and is zero for the creator', () => {
    expect(vote({ ...voterTrust(hoursAgo(1), now) })).toEqual({ weight: 0, young: 0.2 })
    expect(vote({ isOwn: true })).toEqual({ weight: 0, young: 0 })
  })

  test('grows with the age of the account for three days', () => {
    const trusts = [25, 48, 72, 1000].map((hours) => voterTrust(hoursAgo(hours), now).trust)
    expect(trusts).toEqual(trusts.toSorted((a, b) => a - b))
    expect(trusts.slice(2)).toEqual([1, 1])
    expect(voterTrust(null, now)).toEqual({ trust: 0.25, isYoung: false })
  })
})
