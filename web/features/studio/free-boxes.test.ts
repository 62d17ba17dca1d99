import { expect, test } from 'vitest'
import { freeBoxes } from './free-boxes.ts'

const caption = (y: number, height: number) => ({ x: 0.1, y, width: 0.8, height })
const rowsOf = (boxes: readonly { y: number; height: number }[]) =>
  boxes.map(({ y, height }) => [y, y + height].map((value) => Math.round(value * 100) / 100))

test('a picture without captions gets one at the top and one at the bottom', () => {
  expect(rowsOf(freeBoxes([]))).toEqual([
    [0.03, 0.23],
    [0.77, 0.97],
  ])
})

test('a caption at the top leaves the bottom', () => {
  expect(rowsOf(freeBoxes([caption(0.02, 0.2)]))).toEqual([[0.77, 0.97]])
})

test('captions at both ends leave the middle of the gap between them', () => {
  expect(rowsOf(freeBoxes([caption(0.8, 0.18), caption(0.02, 0.2)]))).toEqual([[0.41, 0.61]])
})

test('the box is as high as the gap allows', () => {
  expect(rowsOf(freeBoxes([caption(0, 0.5), caption(0.67, 0.33)]))).toEqual([[0.53, 0.64]])
})

test('captions beside each other, and within each other, are no gaps', () => {
  expect(rowsOf(freeBoxes([caption(0.1, 0.5), caption(0.2, 0.1), caption(0.15, 0.4), caption(0.9, 0.1)]))).toEqual([
    [0.65, 0.85],
  ])
})

test('a picture full of words gets a caption at the top', () => {
  const full = Array.from({ length: 10 }, (_, nth) => caption(nth / 10, 0.09))
  expect(rowsOf(freeBoxes(full))).toEqual([[0.03, 0.23]])
})
