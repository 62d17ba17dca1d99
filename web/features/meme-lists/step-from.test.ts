import { expect, it } from 'vitest'
import { stepFrom } from './step-from.ts'

const list = ['a', 'b', 'c'].map((_id) => ({ _id }))

it('walks along the list and ends at its ends', () => {
  expect(stepFrom(list, 'a', 1)).toEqual({ _id: 'b' })
  expect(stepFrom(list, 'a', -1)).toBeUndefined()
  expect(stepFrom(list, 'c', 1)).toBeUndefined()
})

it('leads nowhere from what the list does not hold', () => {
  expect(stepFrom(list, 'z', 1)).toBeUndefined()
  expect(stepFrom(list, 'z', -1)).toBeUndefined()
})
