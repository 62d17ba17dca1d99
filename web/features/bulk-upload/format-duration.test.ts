import { expect, test } from 'vitest'
import { splitDuration } from './format-duration.ts'

test('formats seconds below a minute, and minutes and seconds from sixty', () => {
  expect(splitDuration(59)).toEqual({ minutes: 0, seconds: 59 })
  expect(splitDuration(60)).toEqual({ minutes: 1, seconds: 0 })
  expect(splitDuration(125.4)).toEqual({ minutes: 2, seconds: 5 })
  expect(splitDuration(-3)).toEqual({ minutes: 0, seconds: 0 })
})
