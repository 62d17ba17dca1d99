import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sharp } from './sharp-engine.ts'
import { toGif } from './to-gif.ts'

/** A picture of noise, which no palette compresses. */
async function noise(frames: number): Promise<{ source: Buffer; width: number; height: number }> {
  const [width, height] = [200, 100]
  const create = { width, height: height * frames, channels: 3, background: '#888' } as const
  const still = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).removeAlpha()
  const data = await still.raw().toBuffer()
  const pages = { raw: { width, height: height * frames, channels: 3, pageHeight: height } } as const
  return { source: await sharp(data, pages).webp({ lossless: true, effort: 0 }).toBuffer(), width, height }
}

test.each([
  { frames: 1, bytes: 15_000, colors: 16 },
  { frames: 6, bytes: 56_000, colors: 4 },
])('noise of $frames frames becomes a GIF of $bytes bytes with $colors colors', async ({ frames, bytes, colors }) => {
  const { source, ...size } = await noise(frames)
  const shape = { ...size, frames, bytes }
  const gif = await toGif(Readable.from([source]), { shape, comment: 'noise', owner: 'test' })
  expect(gif.length).toBe(bytes)
  // The size of the palette (GIF89a, section 18).
  expect(2 << ((gif[10] ?? 0) & 7)).toBe(colors)
  expect(await sharp(gif, { animated: true }).metadata()).toMatchObject({ width: size.width, pages: frames })
})
