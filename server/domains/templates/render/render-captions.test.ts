import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawCaption } from '#contract/templates/caption-layout.ts'
import { Caption } from '#contract/templates/captions.ts'
import { captionFont } from './caption-fonts.ts'
import { captionsSvg, unsupportedCharacters } from './caption-requests.ts'
import { renderCaptions } from './render-captions.ts'

const caption = (text: string, more: Partial<Caption> = {}) =>
  Caption.parse({ text, x: 0.1, y: 0.1, width: 0.8, height: 0.8, ...more })
const missing = (text: string) => unsupportedCharacters([caption(text)])
const draw = (text: string) => drawCaption(caption(text), { width: 600, height: 400 }, captionFont('anton'))

describe('emoji', () => {
  test('are drawn in color, each as one picture', async () => {
    const plain = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const drawn = await renderCaptions(plain, [caption('❤️')], { format: 'png', owner: 'lan' })
    const [red, green] = (await sharp(drawn).stats()).channels
    expect(red?.mean).toBeGreaterThan(60)
    expect(green?.mean).toBeLessThan((red?.mean ?? 0) / 2)
    expect(draw('a 😀 👩‍👩‍👧 👍🏽 🇻🇳 1️⃣ b').emoji.map(({ code }) => code)).toEqual([
      '1f600',
      '1f469-200d-1f469-200d-1f467',
      '1f44d-1f3fd',
      '1f1fb-1f1f3',
      '31-20e3',
    ])
  })

  test('are recognized for every picture of the set', async () => {
    const folder = path.dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/1f600.svg')))
    // Skip the file of a private-use character.
    const names = readdirSync(folder).filter((name) => /^(?!e50a)\w.*\.svg$/.test(name))
    expect(names.length).toBeGreaterThan(3000)
    const characters = names.map((name) =>
      String.fromCodePoint(
        ...path
          .basename(name, '.svg')
          .split('-')
          .map((point) => Number.parseInt(point, 16)),
      ),
    )
    expect(await unsupportedCharacters(characters.map((text) => caption(text)))).toEqual([])
  })

  test('wrap like words, and symbols in the font stay text', () => {
    const { emoji } = draw('😀'.repeat(60))
    expect(emoji).toHaveLength(60)
    for (const { x, side } of emoji) {
      expect(x).toBeGreaterThan(50)
      expect(x + side).toBeLessThan(550)
    }
    expect(draw('© 2026 #1 *').emoji).toEqual([])
    expect(draw('©️').emoji).toHaveLength(1)
  })

  test('without a picture are reported whole', async () => {
    expect(await missing('ok 👩‍🐙 ok')).toEqual(['👩‍🐙'])
  })
})

describe('characters', () => {
  test('with separate tone marks are drawn like composed ones', async () => {
    const text = 'Người Việt thích trà đá'
    expect(draw(text.normalize('NFD')).path).toBe(draw(text).path)
    expect(await missing(text.normalize('NFD'))).toEqual([])
  })

  test('written from right to left or missing in all fonts are refused by name', async () => {
    expect(await missing('مرحبا')).toEqual([...'مرحبا'])
    expect(await missing('שלום')).toEqual([...'שלום'])
    expect(await missing('中文 x\u0302')).toEqual(['中', '文', '\u0302'])
  })

  test('that are invisible are omitted', async () => {
    const unseen = '\u200B\u200D\u202E\u2066\uFE0F\u00AD'
    expect(await missing(`a${unseen}b`)).toEqual([])
    expect(draw(`a${unseen}b`).path).toBe(draw('ab').path)
  })
})

test('the longest captions, up to the maximum number, stay within the picture', async () => {
  const plain = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const long = Array.from({ length: 20 }, () => caption('DÀI 😀 '.repeat(83)))
  const { width, height } = await sharp(await renderCaptions(plain, long, { format: 'png', owner: 'lan' })).metadata()
  expect([width, height]).toEqual([200, 200])
})

test('drawing in a thread does not block the event loop', async () => {
  let turns = 0
  let isRunning = true
  const count = () => {
    turns += 1
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  const svg = await captionsSvg([caption('DÀI '.repeat(125))], { width: 200, height: 200 })
  isRunning = false
  expect(svg).toMatch(/^<svg .*<path /)
  expect(turns).toBeGreaterThan(1)
})
