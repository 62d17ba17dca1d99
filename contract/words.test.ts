import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold as foldRead } from '#reader/fold.ts'
import { fold } from './words.ts'

// The reader is a package of its own, so it has a copy.
test('the caption reader folds words as the contract does', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldRead(text) === fold(text)))
  expect(foldRead('ĐỪNG ﬁt Ⅳ')).toBe('dung fit iv')
})
