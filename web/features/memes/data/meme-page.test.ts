import { expect, it } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { laterBy } from './meme-page.ts'

it('moves a member’s own memes to the end of the page below a new upload', () => {
  const memes = ['own', 'other', 'own', 'third'].map((userId, index) => ({ ...memeNumber(1), _id: `${index}`, userId }))
  expect(laterBy('own', memes).map(({ _id }) => _id)).toEqual(['1', '3', '0', '2'])
  expect(laterBy(null, memes)).toBe(memes)
})
