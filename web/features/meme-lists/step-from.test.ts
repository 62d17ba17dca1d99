import { expect, it } from 'vitest'
import { stepFrom } from './step-from.ts'

const list = ['a', 'b', 'c'].map((_id) => ({ _id }))

it('moves along the list and stops at its ends', () => {
  expect(stepFrom(list, 'a', 1)).toEqual({ _id: 'b' })
  expect(stepFrom(list, 'a', -1)).toBeUndefined()
  expect(stepFrom(list, 'c', 1)).toBeUndefined()
})

it('returns nothing for a meme outside of the list', () => {
  expect(stepFrom(list, 'z', 1)).toBeUndefined()
  expect(stepFrom(list, 'z', -1)).toBeUndefined()
})
