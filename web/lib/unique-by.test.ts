import { expect, it } from 'vitest'
import { uniqueBy } from './unique-by.ts'

it('shows a duplicate once, with the data and at the position of its first occurrence', () => {
  const items = ['a1', 'b1', 'a2', 'c1', 'b2']
  expect(uniqueBy(items, (item) => item.charAt(0))).toEqual(['a1', 'b1', 'c1'])
})
