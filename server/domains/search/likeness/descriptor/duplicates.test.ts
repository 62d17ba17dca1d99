import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { isDuplicate, mirroredCells } from './duplicates.ts'
import { CELLS } from './fingerprint.ts'
import { BLOCKED, CHANGED_CELL_FROM, isSamePicture } from './same-picture.ts'
import { describeImage, likeness } from './visual.ts'

const cellsOf = async (picture: Buffer | Sharp) =>
  (await describeImage(Buffer.isBuffer(picture) ? picture : await picture.jpeg({ quality: 80 }).toBuffer())).blocks

const original = await captionedPicture({ seed: 'lighthouse', text: 'WHEN THE FOG COMES' })
const cells = await cellsOf(original)

test('a changed detail makes a different meme, but does not evade the block list', () => {
  const middle = (CELLS / 2) * CELLS + CELLS / 2
  const withChange = (change: number) =>
    cells.map((value, at) => (at === middle ? value + (value < 128 ? change : -change) : value))
  const known = [CHANGED_CELL_FROM / 2, CHANGED_CELL_FROM, CHANGED_CELL_FROM * 2].map((change) =>
    isDuplicate(withChange(change), cells, 1),
  )
  expect(known).toEqual([true, false, false])
  expect(isSamePicture(withChange(100), cells, BLOCKED)).toBe(true)
})

describe('a disguised copy', () => {
  test('is detected when darker, flatter, or gray and darker', async () => {
    const changes = [
      sharp(original).linear(0.7, 0),
      sharp(original).linear(0.8, 40),
      sharp(await sharp(original).greyscale().toBuffer()).linear(0.7, 0),
    ]
    const known: boolean[] = []
    for (const change of changes) known.push(isDuplicate(await cellsOf(change), cells, 1))
    expect(known).toEqual([true, true, true])
  })

  test('has the same descriptor when darker', async () => {
    const looks = await describeImage(original)
    for (const share of [0.85, 0.7, 0.55]) {
      const darker = await describeImage(await sharp(original).linear(share, 0).jpeg({ quality: 80 }).toBuffer())
      expect(likeness(darker.vector ?? [], looks.vector ?? [])).toBeGreaterThan(0.95)
    }
  })

  test('is detected when cropped on each side and darker', async () => {
    const { width = 0, height = 0 } = await sharp(original).metadata()
    const [left, top] = [Math.round(width * 0.05), Math.round(height * 0.05)]
    const cropped = await sharp(original)
      .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
      .png()
      .toBuffer()
    expect(isDuplicate(await cellsOf(cropped), cells, 1)).toBe(true)
    expect(isDuplicate(await cellsOf(sharp(cropped).linear(0.7, 0)), cells, 1)).toBe(true)
  })

  test('is detected between plain bars, on either picture', async () => {
    const { width, height } = await sharp(original).metadata()
    for (const bars of [
      { top: 90, background: '#fff' },
      { bottom: 40, background: '#2266cc' },
      { left: 120, right: 120, background: '#000' },
      { top: 60, bottom: 60, background: '#111' },
    ]) {
      const { left = 0, right = 0, top = 0, bottom = 0 } = bars
      const wider = (1 + (left + right) / width) / (1 + (top + bottom) / height)
      const barred = await cellsOf(sharp(original).extend(bars))
      expect(isDuplicate(barred, cells, wider)).toBe(true)
      expect(isDuplicate(cells, barred, 1 / wider)).toBe(true)
    }
  })

  test('is another meme if its bar has text', async () => {
    const { width = 0, height = 0 } = await sharp(original).metadata()
    const letters = Array.from({ length: 12 }, (_, nth) => `<path d="M${30 + nth * 40} 30h20v8h-12v30h-8z"/>`).join('')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="90">${letters}</svg>`
    const barred = sharp(await sharp(original).extend({ top: 90, background: '#fff' }).png().toBuffer()).composite([
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    expect(height).toBeGreaterThan(90)
    expect(isDuplicate(await cellsOf(barred), cells, height / (height + 90))).toBe(false)
  })

  test('is detected when cropped on one side', async () => {
    const { width, height } = await sharp(original).metadata()
    const cropped = sharp(original).extract({ left: 0, top: 0, width: Math.round(width * 0.94), height })
    expect(isDuplicate(await cellsOf(cropped), cells, 0.94)).toBe(true)
  })

  test('is detected when mirrored', async () => {
    const turned = await cellsOf(sharp(original).flop())
    expect(isDuplicate(turned, cells, 1)).toBe(false)
    expect(isDuplicate(mirroredCells(turned), cells, 1)).toBe(true)
  })

  test('is another meme with other words, after any change', async () => {
    const other = await captionedPicture({ seed: 'lighthouse', text: 'WHEN THE FOG LEAVES' })
    for (const change of [
      sharp(other),
      sharp(other).greyscale(),
      sharp(other).linear(0.7, 0),
      sharp(other).linear(0.8, 40),
    ])
      expect(isDuplicate(await cellsOf(change), cells, 1)).toBe(false)
  })
})

/** A quote on a plain ground, by the lengths of its words. */
const quoteOf = (words: readonly number[]) => {
  const starts = words.flatMap((length, nth) => {
    const before = words.slice(0, nth).reduce((sum, each) => sum + each * 11 + 8, 60)
    return Array.from({ length }, (_, letter) => before + letter * 11)
  })
  const letters = starts.map((x) => `<path d="M${x} 200h8v4h-5v16h-3z"/>`).join('')
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500">
    <rect width="600" height="500" fill="#decfe4"/><circle cx="135" cy="70" r="25" fill="#9bd32a"/>
    <g fill="#222">${letters}<path d="M60 440h50v10h-50z"/></g></svg>`)
}

test('other words on a plain picture are not taken for a stretched crop', async () => {
  const lengths = [
    [3, 4, 2, 6],
    [5, 2, 5, 4],
    [4, 4, 4, 4],
    [7, 2, 6],
    [5, 5, 5],
    [8, 3, 5],
  ]
  const quotes = await Promise.all(lengths.map(async (words) => (await describeImage(quoteOf(words))).blocks))
  const taken = quotes.flatMap((one, nth) => quotes.slice(0, nth).filter((other) => isDuplicate(one, other, 1)))
  expect(taken).toEqual([])
})

/** A chart with a line of little contrast to its dark ground, below a title. */
const chartOf = (heights: readonly number[]) => {
  const title = Array.from({ length: 22 }, (_, letter) => `<path d="M${70 + letter * 14} 30h10v4h-4v14h-4z"/>`)
  const line = heights.map((height, nth) => `${80 + nth * 44} ${height}`).join('L')
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450">
    <rect width="600" height="450" fill="#1b1d22"/><g fill="#ddd">${title.join('')}</g>
    <g fill="none"><path d="M70 80V400H570" stroke="#888" stroke-width="2"/>
    <path d="M${line}" stroke="#8c3fbf" stroke-width="3"/></g></svg>`)
}

test('other values in a chart of little contrast are not taken for a crop', async () => {
  const values = [
    [243, 322, 275, 127, 214, 103, 367, 117, 365, 129, 374, 167],
    [254, 107, 153, 251, 374, 275, 173, 106, 359, 302, 198, 313],
    [190, 348, 263, 109, 220, 289, 184, 208, 124, 246, 114, 130],
    [189, 378, 192, 239, 209, 183, 347, 358, 231, 193, 207, 155],
  ]
  const charts = await Promise.all(values.map(async (heights) => (await describeImage(chartOf(heights))).blocks))
  const taken = charts.flatMap((one, nth) => charts.slice(0, nth).filter((other) => isDuplicate(one, other, 1)))
  expect(taken).toEqual([])
})

test('other words do not make a flatter copy, even if a line through the tones is flatter', () => {
  const withWords = (every: number) =>
    new Uint8Array(CELLS * CELLS).fill(70).map((ground, at) => {
      const [x, y] = [at % CELLS, Math.floor(at / CELLS)]
      const isShape = x >= 20 && x < 26 && y >= 28 && y < 36
      // One cell in each block of a row.
      const isWord = y === 12 && x % 8 === every
      return isShape || isWord ? 200 : ground
    })
  expect(isDuplicate(withWords(2), withWords(5), 1)).toBe(false)
})
