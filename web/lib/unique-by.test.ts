import { expect, it } from 'vitest'
import { uniqueBy } from './unique-by.ts'

it('returns the first of duplicates at its position', () => {
  const items = ['a1', 'b1', 'a2', 'c1', 'b2']
  expect(uniqueBy(items, (item) => item.charAt(0))).toEqual(['a1', 'b1', 'c1'])
})
