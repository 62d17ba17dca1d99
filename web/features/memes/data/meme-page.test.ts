import { expect, it } from 'vitest'
import type { Meme } from '#contract/memes.ts'
import { unique } from './meme-page.ts'

it('shows a meme that comes twice once, at its first position', () => {
  const memes = ['a', 'b', 'a', 'c', 'b'].map((_id) => ({ _id }) as Meme)
  expect(unique(memes).map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
})
