import { expect, it } from 'vitest'
import {
  BIO_MAX_CHARS,
  DISPLAY_NAME_MAX_CHARS,
  MEME_DESCRIPTION_MAX_CHARS,
  MEME_NAME_MAX_CHARS,
  TAGS_PER_MEME_MAX,
  USERNAME_MAX_CHARS,
  USERNAME_MIN_CHARS,
} from '#contract/limits.ts'
import { DEMO_ACTIONS, readDemoData } from '#demo/data.ts'
import { VOTE_POINTS } from '../../domains/actions/rules.ts'
import { PERIOD_RULES } from '../../domains/trending/rules.ts'

const data = await readDemoData()

it('stays within the limits of the contract', () => {
  for (const { username, displayName, bio } of data.people) {
    expect(username).toMatch(/^[\p{L}\p{N}_.-]+$/u)
    expect(username.length).toBeGreaterThanOrEqual(USERNAME_MIN_CHARS)
    expect(username.length).toBeLessThanOrEqual(USERNAME_MAX_CHARS)
    expect(displayName.length).toBeLessThanOrEqual(DISPLAY_NAME_MAX_CHARS)
    expect(bio.length).toBeLessThanOrEqual(BIO_MAX_CHARS)
  }
  for (const { name, description } of data.memes) {
    expect(name.length).toBeLessThanOrEqual(MEME_NAME_MAX_CHARS)
    expect(description.length).toBeLessThanOrEqual(MEME_DESCRIPTION_MAX_CHARS)
    const tags = description.match(/#[\p{L}\p{N}_]+/gu) ?? []
    expect(tags.length, description).toBeGreaterThan(0)
    expect(tags.length).toBeLessThanOrEqual(TAGS_PER_MEME_MAX)
  }
})

/** Orders memes by score within a list's period, using that list's decay. */
function ranked(period: keyof typeof PERIOD_RULES): number[] {
  const { hours, halfLifeHours } = PERIOD_RULES[period]
  const sums = data.memes.map(() => 0)
  for (const [meme, , action, minutesAgo] of data.actions) {
    const age = minutesAgo / 60
    const points = VOTE_POINTS[DEMO_ACTIONS[action] ?? 'view']
    if (age < hours) sums[meme] = (sums[meme] ?? 0) + points * 2 ** (-age / halfLifeHours)
  }
  return sums
    .map((sum, index) => ({ sum, index }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ index }) => index)
}

it('makes different memes trend today, this week and this month', () => {
  const lists = (['24h', '7d', '1m'] as const).map((period) => ranked(period).slice(0, 3))
  expect(new Set(lists.flat()).size).toBe(9)
  for (const list of lists) expect(new Set(list.map((index) => data.memes[index]?.language)).size).toBe(2)
})
