import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { randomPicture } from '#test/random-picture.ts'
import { findContent } from './content.ts'
import { readPixels, SIDE } from './pixels.ts'
import { describeImage, likeness } from './visual.ts'

const WIDTH = 480
const scene = () => randomPicture('content', { width: WIDTH, height: 360 })

/** A plain strip with letters drawn as blocks, a quarter of the scene high. */
async function strip(ground: string, ink: string, rows = 2): Promise<Buffer> {
  const letters = Array.from({ length: rows * 22 }, (_, nth) => {
    const [x, y] = [14 + (nth % 22) * 20, 14 + Math.floor(nth / 22) * 36]
    return `<path d="M${x} ${y}h14v5h-9v6h7v5h-7v9h-5z"/>`
  })
  const height = 16 + rows * 36
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><g fill="${ink}">${letters.join('')}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

async function under(...parts: Buffer[]): Promise<Buffer> {
  const heights = await Promise.all(parts.map(async (part) => (await sharp(part).metadata()).height))
  const height = heights.reduce((sum, own) => sum + own, 0)
  const placed = parts.map((input, nth) => ({
    input,
    left: 0,
    top: heights.slice(0, nth).reduce((sum, own) => sum + own, 0),
  }))
  return sharp({ create: { width: WIDTH, height, channels: 3, background: '#fff' } })
    .composite(placed)
    .jpeg({ quality: 80 })
    .toBuffer()
}

const contentOf = async (picture: Buffer) => findContent(await readPixels(picture))
const likenessOf = async (a: Buffer, b: Buffer) =>
  likeness((await describeImage(a)).vector ?? [], (await describeImage(b)).vector ?? [])

describe('contentOf', () => {
  test.each([
    ['white', '#ffffff', '#111111'],
    ['black', '#000000', '#ffffff'],
    ['gray', '#d8dde3', '#111111'],
    ['blue', '#2266cc', '#ffffff'],
  ])('begins below a %s bar with text', async (_, ground, ink) => {
    const picture = await scene()
    const { top, bottom, left, right } = await contentOf(await under(await strip(ground, ink), picture))
    const edge = (88 / (88 + 360)) * SIDE
    expect(top).toBeGreaterThanOrEqual(Math.floor(edge))
    expect(top).toBeLessThanOrEqual(Math.ceil(edge) + 1)
    expect([bottom, left, right]).toEqual([SIDE, 0, SIDE])
  })

  test('lies between bars on all four sides and gives the same descriptor as without them', async () => {
    const picture = await scene()
    const barred = await under(await strip('#fff', '#111'), picture, await strip('#fff', '#111', 1))
    const framed = await sharp(barred).extend({ left: 60, right: 60, background: '#202428' }).png().toBuffer()
    const { top, bottom, left, right } = await contentOf(framed)
    expect(Math.min(top, SIDE - bottom, left, SIDE - right)).toBeGreaterThan(10)
    expect(await likenessOf(framed, picture)).toBeGreaterThan(0.95)
  })

  test('covers a picture without bars and a text without a picture', async () => {
    const whole = { top: 0, bottom: SIDE, left: 0, right: SIDE }
    expect(await contentOf(await scene())).toEqual(whole)
    const words = [await strip('#fff', '#111', 8), await strip('#2266cc', '#fff', 6)]
    for (const text of words) expect(await contentOf(text)).toEqual(whole)
  })

  test('never selects a plain part of a picture, which has no descriptor', async () => {
    const ground = await sharp({ create: { width: WIDTH, height: 300, channels: 3, background: '#2266cc' } })
      .png()
      .toBuffer()
    const { vector } = await describeImage(await under(await strip('#ffe14d', '#111'), ground))
    expect(vector).not.toBeNull()
  })
})
