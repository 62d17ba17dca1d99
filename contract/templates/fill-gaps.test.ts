import { expect, test } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

const WIDTH = 40
const HEIGHT = 30
const size = { width: WIDTH, height: HEIGHT }
const isGap = (x: number, y: number) => x >= 10 && x < 30 && y >= 8 && y < 20

/** Returns a picture that gets redder from left to right, with a black hole in it. */
function ramp() {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const known = new Uint8Array(WIDTH * HEIGHT).fill(1)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      data[(y * WIDTH + x) * 3] = isGap(x, y) ? 0 : x * 6
      if (isGap(x, y)) known[y * WIDTH + x] = 0
    }
  }
  return { data, known }
}

test('fills unknown pixels from their surroundings and leaves known ones', () => {
  const { data, known } = ramp()
  const before = Uint8Array.from(data)
  fillGaps(data, known, size)
  for (let at = 0; at < known.length; at += 1) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (isGap(x, y)) expect(Math.abs((data[at * 3] ?? 0) - x * 6)).toBeLessThan(60)
    else expect(data[at * 3]).toBe(before[at * 3])
  }
})

test('leaves a picture without known pixels unchanged', () => {
  const { data } = ramp()
  const before = Uint8Array.from(data)
  fillGaps(data, new Uint8Array(WIDTH * HEIGHT), size)
  expect(data).toEqual(before)
})
