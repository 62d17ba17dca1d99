import { expect, test } from 'vitest'
import { MEASURES_FROM } from './capital-features.ts'
import { findCapitals } from './find-capitals.ts'
import type { Ink } from './pieces.ts'

/** Ink made of solid blocks: left, top, width, height. */
function inkOf(...blocks: [number, number, number, number][]): Ink {
  const ink: Ink = { values: new Uint8Array(200 * 100), width: 200, height: 100 }
  for (const [left, top, width, height] of blocks) {
    for (let y = top; y < top + height; y += 1) ink.values.fill(255, y * 200 + left, y * 200 + left + width)
  }
  return ink
}
const signsOf = ({ features }: { features: Float32Array }) => [
  ...features.subarray(MEASURES_FROM + 3, MEASURES_FROM + 5),
]

test('letters of a line come from left to right with their own signs', () => {
  const [line, ...rest] = findCapitals(
    inkOf(
      [60, 40, 10, 20],
      [20, 40, 10, 20],
      [40, 40, 10, 20],
      [22, 33, 6, 4],
      [43, 64, 4, 4],
      [61, 28, 8, 4],
      [62, 34, 6, 4],
    ),
    20,
  )
  expect(rest).toEqual([])
  expect(line?.height).toBe(20)
  expect(line?.capitals.map(({ left }) => left)).toEqual([20, 40, 60])
  expect(line?.capitals.map(signsOf)).toEqual([
    [0.5, 0],
    [0, 1],
    [1, 0],
  ])
})

test('a letter joined to its mark aligns with its neighbors', () => {
  const [line] = findCapitals(inkOf([20, 40, 10, 20], [40, 30, 10, 30], [60, 40, 10, 20], [80, 40, 10, 20]), 20)
  expect(line?.capitals.map(({ top, bottom }) => [top, bottom])).toEqual(new Array(4).fill([40, 59]))
})

test('a full stop is not a mark, and a mark between two lines belongs to the nearer line', () => {
  const lines = findCapitals(
    inkOf([20, 20, 10, 20], [32, 37, 3, 3], [50, 20, 10, 20], [52, 48, 6, 3], [20, 54, 10, 20], [50, 54, 10, 20]),
    20,
  )
  expect(lines.map(({ capitals }) => capitals.map(signsOf))).toEqual([
    [
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [0.5, 0],
    ],
  ])
})
