import { expect, test } from 'vitest'
import { type Color, mainColors } from './line-colors.ts'

const [width, height] = [320, 44]
const WHITE: Color = [255, 255, 255]
const PALE: Color = [232, 226, 212]

const distance = (one: Color, other: Color) => Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))

/** White letters with a black outline on a pale background, before objects in other colors. */
function drawLine(): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  const things: Color[] = [
    [180, 60, 40],
    [60, 120, 60],
    [70, 90, 170],
  ]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const inLetter = x % 20
      const thing = things[Math.floor(x / 20) % 5]
      const ground = thing && y > 30 ? thing : PALE
      const color = inLetter < 6 ? WHITE : inLetter < 8 || inLetter > 17 ? ([10, 10, 10] as const) : ground
      data.set(color, (y * width + x) * 3)
    }
  return data
}

test('finds white letters and a pale background among the main colors', () => {
  const { colors } = mainColors({ data: drawLine(), width, height }, { top: 0, bottom: height - 1 })
  const nearestTo = (wanted: Color) =>
    colors.toSorted((one, other) => distance(one, wanted) - distance(other, wanted))[0] ?? [0, 0, 0]
  expect(distance(nearestTo(WHITE), WHITE)).toBeLessThan(6)
  expect(distance(nearestTo(PALE), PALE)).toBeLessThan(6)
})
