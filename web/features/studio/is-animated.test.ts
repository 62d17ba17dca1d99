import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animatedGif, animatedWebp, handmadeGif, plainPng } from '#test/pictures.ts'
import { isAnimated } from './is-animated.ts'

const withProfile = (bytes: Buffer) => sharp(bytes, { animated: true }).withIccProfile('p3').webp().toBuffer()
const stillWithProfile = async () => withProfile(await plainPng())

test.each([
  ['a GIF of some frames', animatedGif, true],
  ['a WebP of some frames', animatedWebp, true],
  ['a WebP of some frames after a color profile', async () => withProfile(await animatedWebp()), true],
  ['a still WebP with a color profile', stillWithProfile, false],
  ['a GIF of one frame', () => handmadeGif({ frames: 1 }), false],
  ['a PNG', plainPng, false],
  ['a GIF that ends early', async () => (await animatedGif()).subarray(0, 30), false],
  ['nothing', () => Buffer.alloc(0), false],
])('%s', async (_what, bytes, expected) => {
  expect(await isAnimated(new Blob([new Uint8Array(await bytes())]))).toBe(expected)
})
