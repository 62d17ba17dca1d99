import { describe, expect, test } from 'vitest'
import { type Evidence, interestsOf, learnTaste } from './taste.ts'

const about = (...tags: string[]) => tags.map((tag) => ({ tag, weight: 1 }))
let counter = 0
const piece = (liking: number, more: Partial<Evidence> = {}): Evidence => {
  counter += 1
  return {
    memeId: `m${counter}`,
    creatorId: null,
    templateId: null,
    topics: [],
    approvals: 0,
    views: 0,
    liking,
    ...more,
  }
}
const times = (count: number, make: () => Evidence) => Array.from({ length: count }, make)
const others = times(20, () => piece(0, { creatorId: `other${counter}` }))

describe('taste', () => {
  test('is neutral for unknown topics, creators and templates, and for a new viewer', () => {
    const taste = learnTaste([])
    expect([taste.creator('a'), taste.template('t'), taste.topics(about('x')), taste.creator(null)]).toEqual([
      0, 0, 0, 0,
    ])
    expect(taste.isKnown).toBe(false)
  })

  test('grows less with each further like, and sinks with ignored memes', () => {
    const lift = (likes: number, passed: number) =>
      learnTaste([
        ...times(likes, () => piece(1, { creatorId: 'a' })),
        ...times(passed, () => piece(0, { creatorId: 'a' })),
        ...others,
      ]).creator('a')
    expect(lift(1, 0)).toBeGreaterThan(0.4)
    expect(lift(2, 0) - lift(1, 0)).toBeLessThan(lift(1, 0))
    expect(lift(1, 6)).toBeLessThan(lift(1, 0))
    expect(lift(0, 6)).toBeLessThan(0)
  })

  test('ignores a creator when the viewer likes many different creators', () => {
    const taste = learnTaste(times(40, () => piece(1, { creatorId: `c${counter % 12}` })))
    expect(Math.abs(taste.creator('c1'))).toBeLessThan(0.2)
  })

  test('decays, so old likes count less', () => {
    const likes = times(3, () => piece(1, { topics: about('cats') }))
    const later = times(120, () => piece(0, { creatorId: 'x' }))
    expect(learnTaste([...later, ...likes]).topics(about('cats'))).toBeLessThan(
      learnTaste([...likes, ...later]).topics(about('cats')),
    )
  })

  test('counts opened memes only for profiles who never like', () => {
    const opened = piece(0.2, { creatorId: 'opened' })
    expect(learnTaste([opened, ...others]).creator('opened')).toBeGreaterThan(0)
    expect(learnTaste([opened, piece(1), ...others]).creator('opened')).toBeLessThanOrEqual(0)
  })

  test('in a topic extends to untagged memes by creators of that topic, in proportion', () => {
    const taste = learnTaste([...times(4, () => piece(1, { topics: about('cats') })), ...others])
    const untold = (weight: number) => taste.topics([{ tag: 'cats', weight }])
    expect(untold(0.8)).toBeGreaterThan(untold(0.4))
    expect(untold(0.4)).toBeGreaterThan(0)
    expect(untold(1)).toBe(taste.topics(about('cats')))
  })

  test('for a creator excludes the creator’s topics', () => {
    const likes = times(6, () => piece(1, { creatorId: 'a', topics: about('cats') }))
    const creatorOf = (more: Evidence[]) => learnTaste([...likes, ...more, ...others]).creator('a')
    const cats = times(12, () => piece(1, { creatorId: `cat person ${counter}`, topics: about('cats') }))
    expect(creatorOf([])).toBeLessThan(
      learnTaste([...likes.map((one) => ({ ...one, topics: [] })), ...others]).creator('a'),
    )
    expect(creatorOf(cats)).toBeLessThan(
      creatorOf(times(6, () => piece(0, { creatorId: `d${counter}`, topics: about('cats') }))),
    )
  })

  test('stays above average however often the feed shows the topic', () => {
    const dogs = times(6, () => piece(0, { topics: about('dogs') }))
    const lift = (shown: number) =>
      learnTaste([
        ...Array.from({ length: shown }, (_, at) => piece(at % 2, { topics: about('cats') })),
        ...dogs,
      ]).topics(about('cats'))
    expect(lift(60)).toBeGreaterThan(lift(10) * 0.8)
    expect(lift(60)).toBeGreaterThan(0.4)
  })

  test('drops more after ignoring a popular meme than an unpopular one', () => {
    const passed = (approvals: number) =>
      learnTaste([...times(4, () => piece(0, { creatorId: 'a', approvals, views: 100 })), ...others]).creator('a')
    expect(passed(80)).toBeLessThan(passed(1))
    expect(passed(1)).toBeLessThan(0)
  })

  test('of several topics uses the strongest', () => {
    const taste = learnTaste([
      ...times(4, () => piece(1, { topics: about('cats', 'funny') })),
      ...times(8, () => piece(0, { topics: about('funny') })),
    ])
    expect(taste.topics(about('funny', 'cats', 'unknown'))).toBe(taste.topics(about('cats')))
  })

  test('marks disliked creators and templates, unless they were liked more', () => {
    const disliked = piece(-3, { creatorId: 'a', templateId: 't' })
    const taste = learnTaste([disliked])
    expect([taste.isDisliked('a', null), taste.isDisliked(null, 't'), taste.isDisliked('b', 'u')]).toEqual([
      true,
      true,
      false,
    ])
    const forgiven = learnTaste([...times(4, () => piece(1, { creatorId: 'a' })), disliked])
    expect([forgiven.isDisliked('a', null), forgiven.isDisliked('a', 't')]).toEqual([false, true])
  })
})

test('interests are the liked memes, latest first in weight, with their creators and tags', () => {
  const evidence = [
    piece(1, { creatorId: 'a', topics: about('cats') }),
    piece(1.9, { creatorId: 'a', topics: about('cats', 'dull') }),
    ...times(9, () => piece(0, { creatorId: 'b', topics: about('dull') })),
  ]
  const interests = interestsOf(evidence, learnTaste(evidence))
  expect(interests.liked.map((one) => one.id)).toEqual(evidence.slice(0, 2).map((one) => one.memeId))
  expect(interests.liked[0]?.weight).toBe(1)
  expect(interests.creators).toEqual(['a'])
  expect(interests.tags).toEqual(['cats'])
})
