import { expect, test } from 'vitest'
import { isHalfInView } from './view-watcher.ts'

const rect = (width: number, height: number) => ({ width, height }) as DOMRectReadOnly
const entry = (tile: [number, number], shown: [number, number]) => ({
  boundingClientRect: rect(...tile),
  intersectionRect: rect(...shown),
  rootBounds: rect(1000, 800),
})

test.each([
  ['a whole tile', entry([200, 300], [200, 300]), true],
  ['half of a tile', entry([200, 300], [200, 150]), true],
  ['less than half of it', entry([200, 300], [200, 149]), false],
  ['a strip that fills half of the viewport', entry([200, 5000], [200, 400]), true],
  ['a strip that fills less than half of the viewport', entry([200, 5000], [200, 390]), false],
  ['nothing', entry([0, 0], [0, 0]), false],
])('%s', (_name, shape, expected) => {
  expect(isHalfInView(shape)).toBe(expected)
})
