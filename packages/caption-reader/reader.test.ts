import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { fold } from './fold.ts'
import { createReader, type Reader } from './reader.ts'
import { drawReadable } from './samples/read-captions.ts'
import { drawSamples } from './samples/styles.ts'
import { setText } from './samples/typesetting.ts'
import type { ReaderSettings } from './settings.ts'

const opened: Reader[] = []
function open(settings: ReaderSettings): Reader {
  const reader = createReader(settings)
  opened.push(reader)
  return reader
}
const full = open({ mode: 'full', languages: 'eng+vie' })
afterAll(async () => {
  for (const reader of opened) await reader.close()
})
const TIMEOUT = { timeout: 120_000 }

async function written(text: string, turn = 0): Promise<Buffer> {
  const { svg } = setText(text, { font: 'roboto-400', size: 34, fill: '#123', width: 560 })
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="400"><g transform="rotate(${turn} 350 200) translate(70 130)">${svg}</g></svg>`
  return sharp({ create: { width: 700, height: 400, channels: 3, background: '#f4f4ec' } })
    .composite([{ input: Buffer.from(over) }])
    .png()
    .toBuffer()
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const share = (read: string[], wanted: string[]) => wanted.filter((word) => read.includes(word)).length / wanted.length

describe('reads words in', TIMEOUT, () => {
  test.each(['chat, dark', 'white bar, lower case', 'rotated 6 to 14 degrees', 'outlined capitals'])(
    '%s',
    async (style) => {
      for (const { picture, text, beside } of await drawSamples(style, 2, false)) {
        const read = (await full.read(picture)).flatMap((word) => wordsOf(word.text))
        const wanted = wordsOf(text)
        expect(share(read.map(fold), wanted.map(fold))).toBeGreaterThan(0.9)
        expect(share(read, wanted)).toBeGreaterThan(0.8)
        const known = wordsOf(`${text} ${beside}`).map(fold)
        expect(read.filter((word) => !known.includes(fold(word))).length).toBeLessThan(3)
      }
    },
  )
})

test('reads two marks above one letter, even if the edge of the picture cuts the upper one', TIMEOUT, async () => {
  const slanted = [
    { text: 'DẪN LÀNG ĐI HỘI', index: 607, first: 'DẪN' },
    { text: 'BẰNG ẢNH MẮT ĐẦY HY', index: 967, first: 'BẰNG' },
  ]
  for (const { text, index, first } of slanted)
    expect((await full.read(await drawReadable(text, index)))[0]?.text).toBe(first)
})

test('the box of a word fits it, in rising lines too', TIMEOUT, async () => {
  const [first, , third] = await full.read(await written('alpha bravo charlie', -10))
  expect([first?.text, third?.text]).toEqual(['alpha', 'charlie'])
  expect(first?.x).toBeLessThan(third?.x ?? 0)
  expect(first?.y).toBeGreaterThan(third?.y ?? 1)
  for (const box of [first, third]) {
    expect(box?.width).toBeGreaterThan(0.08)
    expect(box?.width).toBeLessThan(0.25)
    expect(box?.height).toBeLessThan(0.25)
  }
})

test('reads nothing in a picture without text', TIMEOUT, async () => {
  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  expect(await full.read(plain)).toEqual([])
})

test('reads an additional language', TIMEOUT, async () => {
  const reader = open({ mode: 'full', languages: 'eng+ind' })
  const read = (await reader.read(await written('besok kita makan nasi goreng'))).map(({ text }) => text)
  expect(read).toEqual(['besok', 'kita', 'makan', 'nasi', 'goreng'])
})

test('light mode reads all letters and the tone marks of capitals', TIMEOUT, async () => {
  const light = open({ mode: 'light', languages: 'eng+vie' })
  for (const style of ['outlined capitals', 'white bar, lower case']) {
    const [sample] = await drawSamples(style, 1, false)
    const read = (await light.read(sample?.picture ?? Buffer.alloc(0))).flatMap(({ text }) => wordsOf(text))
    const wanted = wordsOf(sample?.text ?? '')
    expect(share(read.map(fold), wanted.map(fold))).toBeGreaterThan(0.9)
    if (style === 'outlined capitals') expect(share(read, wanted)).toBeGreaterThan(0.7)
  }
})
