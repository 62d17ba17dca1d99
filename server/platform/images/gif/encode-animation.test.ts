import { expect, test } from 'vitest'
import { repeatableBytes } from '#test/repeatable-bytes.ts'
import { sharp } from '../sharp-engine.ts'
import { encodeAnimation } from './encode-animation.ts'

const decode = (gif: Buffer) => sharp(gif, { animated: true }).ensureAlpha().raw().toBuffer()

test.each([
  [1, 1],
  [7, 5],
  [64, 33],
  [97, 120],
])('two colors and transparent pixels of %i × %i stay as they are, in every frame', async (width, height) => {
  const frames = 4
  const colors = [
    [200, 30, 40, 255],
    [10, 20, 220, 255],
    [0, 0, 0, 0],
  ] as const
  // The last pixel differs in each frame, because decoders join equal frames.
  const pixels = Uint8Array.from(
    [...repeatableBytes(`${width}`, width * height * frames)].flatMap((value, at) => {
      const frame = Math.floor(at / (width * height))
      return colors[(at + 1) % (width * height) === 0 ? frame % 2 : value % 3] ?? []
    }),
  )
  const gif = encodeAnimation({ pixels, width, height, delays: Array(frames).fill(70) }, 2)
  expect(await sharp(gif, { animated: true }).metadata()).toMatchObject({
    pages: frames,
    delay: Array(frames).fill(70),
  })
  expect((await decode(gif)).equals(pixels)).toBe(true)
})

test('noise of all colors comes close to the original, and equal pixels of the next frame take no space', async () => {
  const [width, height] = [120, 90]
  const frame = repeatableBytes('noise', width * height * 4).map((value, at) => (at % 4 === 3 ? 255 : value))
  const one = encodeAnimation({ pixels: frame, width, height, delays: [100] }, 255)
  const differences = (await decode(one)).map((value, at) => Math.abs(value - (frame[at] ?? 0)))
  expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(25)
  const pixels = Buffer.concat([frame, frame])
  expect(encodeAnimation({ pixels, width, height, delays: [100, 100] }, 255).length - one.length).toBeLessThan(300)
})

test('a pixel that was cleared and comes back with the same color is painted again', async () => {
  const [red, blue, none] = [
    [200, 30, 40, 255],
    [10, 20, 220, 255],
    [0, 0, 0, 0],
  ]
  const pixels = Uint8Array.from([red, blue, none, blue, red, blue].flatMap((color) => color ?? []))
  const gif = encodeAnimation({ pixels, width: 2, height: 1, delays: [70, 70, 70] }, 2)
  expect([...(await decode(gif))]).toEqual([...pixels])
})
