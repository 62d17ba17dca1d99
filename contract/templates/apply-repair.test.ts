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

test.each([0.02, 0.3])('covers exactly the pixels within half the size %d of a line', (size) => {
  const points = [
    { x: 0.1, y: 0.9 },
    { x: 0.8, y: 0.1 },
    { x: 0.8, y: 0.7 },
    { x: 0.3, y: 0.7 },
  ]
  const radius = Math.max(0.5, (size * SIZE.width) / 2)
  const steps = Array.from({ length: 1001 }, (_, step) => step / 1000)
  const line = points.flatMap((point, nth) => {
    const next = points[nth + 1] ?? point
    return steps.map((along) => [
      (point.x + (next.x - point.x) * along) * SIZE.width,
      (point.y + (next.y - point.y) * along) * SIZE.height,
    ])
  })
  const data = plain(90)
  applyRepair(data, SIZE, { points, size }, plain(10))
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) {
      const away = Math.min(...line.map(([lineX = 0, lineY = 0]) => Math.hypot(x + 0.5 - lineX, y + 0.5 - lineY)))
      const isOnEdge = Math.abs(away - radius) < 0.05
      if (!isOnEdge) expect([x, y, data[at(x, y)]]).toEqual([x, y, away < radius ? 10 : 90])
    }
})
