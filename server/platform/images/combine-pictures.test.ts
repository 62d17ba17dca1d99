import { expect, test } from 'vitest'
import { combinePictures, distinctPictures } from './combine-pictures.ts'

const SIZE = { width: 60, height: 40 }
const BACKGROUND = 120
const LETTERS = 250

/** Returns a gray picture with white letters in some rows; `noise` simulates recompression. */
function captioned(rows: readonly number[], { noise = 0, isRead = true } = {}) {
  const data = new Uint8Array(SIZE.width * SIZE.height * 3).fill(BACKGROUND)
  for (const row of rows) data.fill(LETTERS, row * SIZE.width * 3, (row + 1) * SIZE.width * 3)
  if (noise > 0) for (let at = 0; at < data.length; at += 1) data[at] = (data[at] ?? 0) - ((at * 7) % noise)
  const words = isRead ? rows.map((row) => ({ x: 0, y: row / SIZE.height, width: 1, height: 1 / SIZE.height })) : []
  return { data, words }
}

const lightest = (data: Uint8Array) => data.reduce((most, value) => Math.max(most, value), 0)

test('uses only the first of repeated uploads of a picture, whatever their compression', () => {
  const [first, other] = [captioned([2, 3]), captioned([30])]
  const again = captioned([2, 3], { noise: 12, isRead: false })
  expect(distinctPictures([first, again, other, again])).toEqual([first, other])
})

test('a caption that was uploaded three times and never read is not part of the background', async () => {
  const unread = () => captioned([2], { noise: 6, isRead: false })
  const pictures = [unread(), unread(), unread(), captioned([20]), captioned([27]), captioned([34])]
  const { data, isComplete } = await combinePictures(distinctPictures(pictures), SIZE)
  expect(isComplete).toBe(true)
  expect(lightest(data)).toBeLessThan(BACKGROUND + 26)
})

test('captions in different places leave no letters', async () => {
  const { data, isComplete } = await combinePictures([captioned([2]), captioned([20]), captioned([35])], SIZE)
  expect(isComplete).toBe(true)
  expect(lightest(data)).toBe(BACKGROUND)
})
