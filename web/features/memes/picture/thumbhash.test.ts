import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { averageColor } from './thumbhash.ts'

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

test.each([
  [0, 0, 0],
  [255, 255, 255],
  [212, 54, 28],
  [10, 107, 85],
  [23, 72, 201],
])('the average color of %i %i %i equals that of the thumbhash package', (red, green, blue) => {
  const pixels = new Uint8Array(8 * 8 * 4)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at)
  const hash = rgbaToThumbHash(8, 8, pixels)
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  expect(averageColor(base64(hash))).toBe(`rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`)
})

test('a damaged hash has no color', () => {
  expect(averageColor('')).toBe('')
  expect(averageColor('%')).toBe('')
})
