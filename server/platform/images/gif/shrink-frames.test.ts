import { expect, test } from 'vitest'
import { repeatableBytes } from '#test/repeatable-bytes.ts'
import { sharp } from '../sharp-engine.ts'
import type { Patch } from './frame-canvas.ts'
import { shrinkFrames } from './shrink-frames.ts'

/** One patch of the whole picture for each frame. */
function patchesOf(pixels: Uint8Array, size: { width: number; height: number }): Patch[] {
  const bytes = size.width * size.height * 4
  return Array.from({ length: pixels.length / bytes }, (_, frame) => ({
    ...size,
    pixels: pixels.slice(frame * bytes, (frame + 1) * bytes),
    left: 0,
    top: 0,
    blends: false,
    clears: false,
  }))
}

const all = (count: number) => Array.from({ length: count }, (_, frame) => frame)

test('frames of the same size are unchanged, without the omitted ones', () => {
  const stored = { width: 13, height: 7 }
  const area = stored.width * stored.height * 4
  const pixels = new Uint8Array(repeatableBytes('same', area * 4).map((value, at) => (at % 4 === 3 ? 255 : value)))
  const result = shrinkFrames({ patches: patchesOf(pixels, stored), stored, frames: [0, 2], size: stored })
  expect(Buffer.from(result)).toEqual(Buffer.concat([pixels.subarray(0, area), pixels.subarray(2 * area, 3 * area)]))
})

test.each([
  [60, 40, 30, 20],
  [61, 47, 23, 9],
  [64, 5, 3, 1],
])(
  '%i × %i pixels to %i × %i come close to the result of sharp, in every frame',
  async (width, height, toWidth, toHeight) => {
    const stored = { width, height }
    const size = { width: toWidth, height: toHeight }
    const frame = await sharp(repeatableBytes('smooth', 6 * 6 * 3), { raw: { width: 6, height: 6, channels: 3 } })
      .resize({ width, height, fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer()
    // The second frame differs in its lower half, the third is equal to the second.
    const second = Buffer.from(frame)
    second.fill(frame.subarray(0, 4), Math.floor(height / 2) * width * 4)
    const pixels = new Uint8Array(Buffer.concat([frame, second, second]))
    const result = shrinkFrames({ patches: patchesOf(pixels, stored), stored, frames: all(3), size })
    for (const [index, picture] of [frame, second, second].entries()) {
      const expected = await sharp(picture, { raw: { width, height, channels: 4 } })
        .resize({ ...size, fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer()
      const bytes = size.width * size.height * 4
      const own = result.subarray(index * bytes, (index + 1) * bytes)
      const differences = expected.map((value, at) => Math.abs(value - (own[at] ?? 0)))
      expect(differences.reduce((sum, value) => sum + value, 0) / bytes, `frame ${index}`).toBeLessThan(4)
    }
  },
)

test('white and black stay pure, and invisible colors do not count', () => {
  const stored = { width: 9, height: 9 }
  const colors = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
  ] as const
  for (const color of colors) {
    const pixels = Uint8Array.from(
      Array(stored.width * stored.height)
        .fill(color)
        .flat(),
    )
    const result = shrinkFrames({
      patches: patchesOf(pixels, stored),
      stored,
      frames: [0],
      size: { width: 4, height: 5 },
    })
    expect([...result]).toEqual(
      Array(4 * 5)
        .fill(color)
        .flat(),
    )
  }
  const pixels = Uint8Array.from([0, 255, 0, 0, 255, 0, 0, 255])
  const pair = { width: 2, height: 1 }
  const patches = patchesOf(pixels, pair)
  const result = shrinkFrames({ patches, stored: pair, frames: [0], size: { width: 1, height: 1 } })
  expect([...result]).toEqual([255, 0, 0, 128])
})
