import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pickFrames } from './frames.ts'

const frame = (level: number) => Buffer.alloc(40 * 40 * 3, level)
const animation = (levels: number[]) =>
  sharp(Buffer.concat(levels.map(frame)), {
    raw: { width: 40, height: 40 * levels.length, channels: 3, pageHeight: 40 },
  })
    .gif({ loop: 0, delay: levels.map(() => 50) })
    .toBuffer()

test('reads a still picture once and an animation at its scene changes', async () => {
  expect(
    await pickFrames(
      await sharp(frame(9), { raw: { width: 40, height: 40, channels: 3 } })
        .png()
        .toBuffer(),
      8,
    ),
  ).toEqual([0])
  expect(await pickFrames(await animation([0, 20, 200, 180, 0]), 8)).toEqual([0, 2, 4])
})

test('reads at most the requested number of frames', async () => {
  expect(await pickFrames(await animation([0, 200, 0, 200, 0, 200]), 3)).toHaveLength(3)
})

test('rejects data that cannot be decoded', async () => {
  await expect(pickFrames(Buffer.from('no picture'), 8)).rejects.toThrow()
})
