import { expect, test } from 'vitest'
import { ticksFor } from './ticks.ts'

const MB = 1024 * 1024

test.each<[largest: number, ticks: number[]]>([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [1000, [0, 500, 1000]],
])('counts up to %i have whole labels, the top one included', (largest, ticks) => {
  expect(ticksFor(largest, 'count')).toEqual(ticks)
})

test.each<[largest: number, ticks: number[]]>([
  [0, [0, 0.1]],
  [25 * MB, [0, 10, 20, 30]],
  [2000 * MB, [0, 0.5 * 1024, 1024, 1.5 * 1024, 2 * 1024]],
])('%i bytes have round labels in one unit', (largest, ticks) => {
  expect(ticksFor(largest, 'bytes')).toEqual(ticks.map((megabytes) => expect.closeTo(megabytes * MB, 0)))
})
