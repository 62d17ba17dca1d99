import { expect, test } from 'vitest'
import { animatedGif, gifBomb, handmadeGif } from '#test/pictures.ts'
import { scanGif } from './scan-gif.ts'

test('counts frames without decoding', async () => {
  expect(scanGif(handmadeGif({ frames: 1000 }))).toEqual({ frames: 1000, whole: true })
  expect(scanGif(await animatedGif({ frames: 7 }))).toEqual({ frames: 7, whole: true })
  expect(scanGif(gifBomb())).toEqual({ frames: 1, whole: true })
})

test('a file that ends inside a block is incomplete', async () => {
  const gif = await animatedGif({ frames: 6 })
  const half = scanGif(gif.subarray(0, Math.floor(gif.length / 2)))
  expect(half.whole).toBe(false)
  expect(half.frames).toBeLessThan(6)
  expect(scanGif(gif.subarray(0, 10))).toEqual({ frames: 0, whole: false })
})

test('accepts a missing trailer', () => {
  const gif = handmadeGif({ frames: 3 })
  expect(scanGif(gif.subarray(0, gif.length - 1))).toEqual({ frames: 3, whole: true })
})
