import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sharp } from '#server/platform/images/sharp-engine.ts'
import { toGif } from '#server/platform/images/to-gif.ts'
import { repeatableBytes } from '#test/repeatable-bytes.ts'
import { renditionShape } from './rendition-shape.ts'

test.each([
  [1, 1],
  [40, 1],
  [9, 11],
  [10, 10],
])('a GIF of %i × %i pixels with many frames of noise has the size that responses state', async (width, height) => {
  const frames = 300
  const noise = repeatableBytes('', width * height * frames * 3)
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  const source = await sharp(noise, { raw }).webp({ lossless: true, effort: 0 }).toBuffer()
  const shape = renditionShape({ width, height }, 'mediumgif', frames)
  const gif = await toGif(Readable.from([source]), { shape, comment: 'tiny', owner: 'test' })
  expect(gif.length).toBe(shape.bytes)
  expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(shape.frames)
})
