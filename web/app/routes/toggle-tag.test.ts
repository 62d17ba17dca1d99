import { expect, it } from 'vitest'
import { toggleTag } from './toggle-tag.ts'

it('selects a first and a second tag, replaces the second, and deselects either', () => {
  expect(toggleTag([], 'a')).toEqual({ cat: 'a', cat2: '' })
  expect(toggleTag(['a'], 'b')).toEqual({ cat: 'a', cat2: 'b' })
  expect(toggleTag(['a', 'b'], 'c')).toEqual({ cat: 'a', cat2: 'c' })
  expect(toggleTag(['a', 'b'], 'a')).toEqual({ cat: 'b', cat2: '' })
  expect(toggleTag(['a'], 'a')).toEqual({ cat: '', cat2: '' })
})
