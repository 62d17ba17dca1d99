import { expect, test } from 'vitest'
import { withFollowedTags } from './followed-tags.ts'
import { learnTaste } from './taste.ts'

const about = (...tags: string[]) => tags.map((tag) => ({ tag, weight: 1 }))

test('a followed tag raises its memes without lowering liked tags', () => {
  const liked = {
    memeId: 'a',
    creatorId: null,
    templateId: null,
    topics: about('cats'),
    approvals: 0,
    views: 0,
    liking: 1,
  }
  const taste = learnTaste([liked])
  const followed = withFollowedTags(taste, ['dogs', 'cats'])
  expect(followed.topics(about('dogs'))).toBeCloseTo(Math.log(2))
  expect(followed.topics([{ tag: 'dogs', weight: 0.5 }])).toBeCloseTo(Math.log(2) / 2)
  expect(followed.topics(about('cats'))).toBe(Math.max(taste.topics(about('cats')), Math.log(2)))
  expect(followed.topics(about('birds'))).toBe(taste.topics(about('birds')))
  expect(withFollowedTags(taste, [])).toBe(taste)
})
