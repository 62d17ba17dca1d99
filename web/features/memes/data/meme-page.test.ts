import { expect, it } from 'vitest'
import type { Meme } from '#contract/memes/memes.ts'
import { laterBy } from './meme-page.ts'

it('moves a member’s own memes to the end of the page below a new upload', () => {
  const memes = ['own', 'other', 'own', 'third'].map((userId, index) => ({ _id: `${index}`, userId }) as Meme)
  expect(laterBy('own', memes).map(({ _id }) => _id)).toEqual(['1', '3', '0', '2'])
  expect(laterBy(null, memes)).toBe(memes)
})
