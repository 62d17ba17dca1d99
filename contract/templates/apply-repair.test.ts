import { expect, test } from 'vitest'
import { applyRepair, undoRepair } from './apply-repair.ts'

const SIZE = { width: 40, height: 30 }
const plain = (value: number) => new Uint8Array(SIZE.width * SIZE.height * 3).fill(value)
const at = (x: number, y: number) => (y * SIZE.width + x) * 3
const STROKE = { points: [{ x: 0.5, y: 0.5 }], size: 0.2 }

function stained(): Uint8Array {
  const data = plain(90)
  for (let y = 13; y < 17; y += 1) data.fill(250, at(18, y), at(22, y))
  return data
}

test('fills a stroke from its surroundings, and undoing it restores the pixels', () => {
  const data = stained()
  const before = applyRepair(data, SIZE, STROKE)
  expect(data).toEqual(plain(90))
  undoRepair(data, SIZE, STROKE, before)
  expect(data).toEqual(stained())
})

test('takes the pixels of another picture only below the stroke', () => {
  const data = stained()
  applyRepair(data, SIZE, STROKE, plain(10))
  expect([data[at(20, 15)], data[at(17, 15)], data[at(20, 25)], data[at(2, 15)]]).toEqual([10, 10, 90, 90])
})

test('follows a line to the edges of the picture', () => {
  const data = plain(90)
  applyRepair(
    data,
    SIZE,
    {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
      size: 0.1,
    },
    plain(10),
  )
  expect([data[at(0, 0)], data[at(20, 1)], data[at(39, 29)], data[at(20, 15)], data[at(0, 29)]]).toEqual([
    10, 10, 10, 90, 90,
  ])
})
