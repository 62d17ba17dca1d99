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

/** Returns a background with a pattern, with the same word box at the top, a third of it letters. */
function overlapping(nth: number, { isRead = true } = {}) {
  const picture = captioned([])
  for (let at = 0; at < picture.data.length; at += 3) picture.data.fill(backgroundAt(at / 3), at, at + 3)
  for (let at = 0; at < SIZE.width * 10; at += 1) {
    const isLetter = (Math.floor((at % SIZE.width) / 10) + nth) % 3 === 0
    if (isLetter) picture.data.fill(LETTERS, at * 3, at * 3 + 3)
  }
  return { ...picture, words: isRead ? [{ x: 0, y: 0, width: 1, height: 10 / SIZE.height }] : [] }
}

/** A vertical edge: gray on the left, darker on the right. */
const backgroundAt = (pixel: number) => (pixel % SIZE.width < 25 ? BACKGROUND : 60)

const worstOff = (data: Uint8Array) =>
  data.reduce((most, value, at) => Math.max(most, Math.abs(value - backgroundAt(Math.floor(at / 3)))), 0)

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

test('captions in one place leave the background that shows between their letters, with its edges', async () => {
  const pictures = [overlapping(0), overlapping(1), overlapping(2)]
  const { data, isComplete } = await combinePictures(pictures, SIZE)
  expect([isComplete, worstOff(data)]).toEqual([true, 0])
})

test('dark outlines of captions in one place leave nothing, also if they agree', async () => {
  const outlined = (nth: number) => {
    const picture = overlapping(nth)
    for (let at = 0; at < SIZE.width * 10; at += 1) {
      const isOutline = (at % SIZE.width) % 10 < 3 && at % SIZE.width >= 30
      if (isOutline) picture.data.set([36, 30, 50], at * 3)
    }
    return picture
  }
  const { data } = await combinePictures([outlined(0), outlined(1), outlined(2)], SIZE)
  expect(data.reduce((least, value) => Math.min(least, value), 255)).toBeGreaterThan(50)
})

test('a word that was not read leaves no letters where the others agree', async () => {
  const pictures = [overlapping(0, { isRead: false }), overlapping(1), overlapping(2), overlapping(3), overlapping(4)]
  expect(worstOff((await combinePictures(pictures, SIZE)).data)).toBe(0)
})

test('where letters cover all pictures, the surroundings continue', async () => {
  const pictures = [captioned([2, 3]), captioned([2, 3])]
  const { data, isComplete } = await combinePictures(pictures, SIZE)
  expect([isComplete, lightest(data)]).toEqual([false, BACKGROUND])
})

/** A card: one frame around a disc of another color each, at its own size, with a word below. */
function card(nth: number) {
  const picture = captioned([])
  for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    if (Math.hypot(x - 30, y - 14) < 8 + nth * 2) picture.data.fill(20 + nth * 60, at * 3, at * 3 + 3)
    if (y > 33 && y < 37 && (x + nth) % 4 < 2) picture.data.fill(LETTERS, at * 3, at * 3 + 3)
  }
  return { ...picture, words: [{ x: 0, y: 33 / SIZE.height, width: 1, height: 4 / SIZE.height }] }
}

test('different scenes within one frame are not mixed: the first one remains, without its words', async () => {
  const { data } = await combinePictures([card(2), card(0), card(1), card(3)], SIZE)
  const scene = card(2).data.subarray(0, SIZE.width * 30 * 3)
  expect(Buffer.compare(data.subarray(0, scene.length), scene)).toBe(0)
  expect(lightest(data.subarray(scene.length))).toBeLessThan(BACKGROUND + 26)
})

const LARGE = { width: 160, height: 160 }
const LINE = 210

/** A card of its own color with a bright disc, a line that all cards share, and a word that touches the line. */
function linedCard(nth: number) {
  const data = new Uint8Array(LARGE.width * LARGE.height * 3).fill(60 + nth * 40)
  const paint = (at: number, value: number) => data.fill(value, at * 3, at * 3 + 3)
  for (let at = 0; at < LARGE.width * LARGE.height; at += 1) {
    const [x, y] = [at % LARGE.width, Math.floor(at / LARGE.width)]
    if (Math.hypot(x - 80, y - 50) < 40) paint(at, 240)
    if (y >= 100 && y < 103 && x > 10 && x < 150) paint(at, LINE)
    if (y >= 106 && y < 130 && x > 30 && x < 130 && (x + nth * 3) % 8 < 4) paint(at, 205)
  }
  return {
    data,
    words: [{ x: 30 / LARGE.width, y: 106 / LARGE.height, width: 100 / LARGE.width, height: 24 / LARGE.height }],
  }
}

test('the gap of a word in a scene has the color around it, and a line of the frame continues through it', async () => {
  const { data } = await combinePictures([0, 1, 2, 3].map(linedCard), LARGE)
  const row = (y: number) => data.subarray((y * LARGE.width + 26) * 3, (y * LARGE.width + 134) * 3)
  expect([...new Set(row(101))]).toEqual([LINE])
  for (let y = 108; y < 134; y += 1) expect([...new Set(row(y))]).toEqual([60])
})
