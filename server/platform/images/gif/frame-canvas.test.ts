import { expect, test } from 'vitest'
import { repeatableBytes } from '#test/repeatable-bytes.ts'
import { sharp } from '../sharp-engine.ts'
import { readWebpFrames } from '../strip/strip-webp.ts'
import { createCanvas } from './frame-canvas.ts'

const [WIDTH, HEIGHT, FRAMES] = [64, 48, 6]

/** Squares that move over a background, which the encoder stores as small frames. */
function moving(background: readonly number[], square: readonly number[]): Buffer {
  const pixels = Buffer.from(
    Array(WIDTH * HEIGHT * FRAMES)
      .fill(background)
      .flat(),
  )
  for (let frame = 0; frame < FRAMES; frame += 1)
    for (let y = 0; y < 12; y += 1)
      for (let x = 0; x < 12; x += 1)
        pixels.set(square, ((frame * HEIGHT + 4 + frame * 5 + y) * WIDTH + 8 * frame + x) * 4)
  return pixels
}

const noise = repeatableBytes('canvas', WIDTH * HEIGHT * 4 * FRAMES)

test.each([
  ['opaque', moving([250, 240, 20, 255], [20, 40, 200, 255]), { lossless: true }],
  ['on a transparent background', moving([0, 0, 0, 0], [20, 40, 200, 255]), { lossless: true }],
  ['half transparent', moving([250, 240, 20, 255], [20, 40, 200, 128]), { lossless: true }],
  ['half transparent on nothing', moving([0, 0, 0, 0], [20, 40, 200, 128]), { lossless: true }],
  ['lossy', moving([250, 240, 20, 255], [20, 40, 200, 255]), { quality: 70 }],
  ['lossy on a transparent background', moving([0, 0, 0, 0], [20, 40, 200, 255]), { quality: 70 }],
  ['mixed', moving([250, 240, 20, 255], [20, 40, 200, 255]), { mixed: true }],
  ['of noise', noise, { quality: 60 }],
] as const)(
  'painting the frames of an animation one by one gives the pixels of sharp: %s',
  async (_, pixels, options) => {
    const raw = { width: WIDTH, height: HEIGHT * FRAMES, channels: 4, pageHeight: HEIGHT } as const
    const webp = await sharp(pixels, { raw, animated: true })
      .webp({ ...options, effort: 2 })
      .toBuffer()
    const whole = await sharp(webp, { animated: true }).ensureAlpha().raw().toBuffer()
    const frames = readWebpFrames(webp)
    expect(frames).toHaveLength(whole.length / (WIDTH * HEIGHT * 4))
    const canvas = createCanvas({ width: WIDTH, height: HEIGHT })
    for (const [at, { picture, ...place }] of frames.entries()) {
      const { data } = await sharp(picture).ensureAlpha().raw().toUint8Array()
      canvas.paint({ ...place, pixels: data })
      const painted = Buffer.from(canvas.pixels.buffer)
      const expected = whole.subarray(at * painted.length, (at + 1) * painted.length)
      // Colors of invisible pixels do not matter, and sharp rounds blended ones differently.
      const differs = painted.some(
        (value, byte) => (painted[byte | 3] ?? 0) > 0 && Math.abs(value - (expected[byte] ?? 0)) > 2,
      )
      expect([at, differs]).toEqual([at, false])
    }
  },
)
