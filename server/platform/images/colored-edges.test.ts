import { expect, test } from 'vitest'
import { coloredEdges } from './colored-edges.ts'
import { sharp } from './sharp-engine.ts'

const edgesOf = async (bytes: Buffer, color: 'b-w' | 'srgb' = 'srgb') => {
  const { data, info } = await sharp(bytes).toColourspace(color).raw().toBuffer({ resolveWithObject: true })
  return coloredEdges(data, info)
}

const stripes = (one: string, other: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" shape-rendering="crispEdges"><rect
      width="90" height="90" fill="${one}"/>${Array.from({ length: 15 }, (_, at) => `<rect x="${at * 6 + 3}" width="3" height="90" fill="${other}"/>`)}</svg>`),
  )
    .png()
    .toBuffer()

test.each([
  ['#ff0000', '#0000ff'],
  ['#ffee00', '#ffffff'],
  ['#c8102e', '#111111'],
])('stripes of %s and %s have colored edges, also with transparency', async (one, other) => {
  const picture = await stripes(one, other)
  expect(await edgesOf(picture)).toBeGreaterThan(0.1)
  expect(await edgesOf(await sharp(picture).ensureAlpha(0.5).png().toBuffer())).toBeGreaterThan(0.1)
})

test('black and white stripes have none, nor have pictures without color or with one pixel', async () => {
  expect(await edgesOf(await stripes('#000000', '#ffffff'))).toBe(0)
  expect(await edgesOf(await stripes('#ff0000', '#0000ff'), 'b-w')).toBe(0)
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await edgesOf(pixel)).toBe(0)
})
