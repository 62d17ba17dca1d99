import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { clear, difference, noisy, originalOf, photo } from '#test/originals.ts'
import * as pictures from '#test/pictures.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const LOSSLESS: [string, () => Promise<Buffer>][] = [
  ['a photograph in PNG', () => photo()],
  ['PNG with transparency', () => sharp({ create: clear }).png().toBuffer()],
  ['PNG with 16 bits', async () => (await noisy()).toColourspace('rgb16').png().toBuffer()],
  ['PNG in gray', async () => (await noisy()).toColourspace('b-w').png().toBuffer()],
  ['PNG with a palette', async () => (await noisy()).png({ palette: true, colors: 16 }).toBuffer()],
  ['interlaced PNG', async () => (await noisy()).png({ progressive: true }).toBuffer()],
  ['GIF', async () => (await noisy()).gif().toBuffer()],
  ['moving GIF', () => pictures.animatedGif({ frames: 5 })],
  ['lossless WebP', async () => (await noisy()).webp({ lossless: true }).toBuffer()],
  ['moving WebP', () => pictures.animatedWebp({ frames: 5 })],
  ['lossy WebP', async () => (await noisy()).webp().toBuffer()],
  ['JPEG', async () => (await noisy()).jpeg().toBuffer()],
  ['progressive JPEG', async () => (await noisy()).jpeg({ progressive: true }).toBuffer()],
  ['gray JPEG', async () => (await noisy()).toColourspace('b-w').jpeg().toBuffer()],
  ['AVIF', async () => (await noisy()).avif({ effort: 0 }).toBuffer()],
  ['AVIF with transparency', () => sharp({ create: clear }).avif({ effort: 0 }).toBuffer()],
]

describe('an original preserves its pixels', () => {
  test.each(LOSSLESS)('%s', async (_name, make) => {
    const sent = await make()
    const kept = await originalOf(sent)
    const [before, after] = await Promise.all([sharp(sent).metadata(), sharp(kept).metadata()])
    expect([after.format, after.depth, after.channels, after.pages]).toEqual([
      before.format,
      before.depth,
      before.channels,
      before.pages,
    ])
    expect(await difference(sent, kept)).toBe(0)
    expect(kept.length).toBeLessThan(sent.length * 1.1 + 200)
  })

  test('is the same with and without metadata', async () => {
    const plain = await (await noisy()).jpeg().toBuffer()
    const comment = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4])
    const [one, other] = [
      await originalOf(plain),
      await originalOf(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)])),
    ]
    expect(one.equals(other)).toBe(true)
  })
})

describe('animations', () => {
  test.each([
    ['GIF', pictures.animatedGif],
    ['WebP', pictures.animatedWebp],
  ])('preserve delays and loops in %s', async (_name, make) => {
    const delay = [40, 80, 120, 400]
    const kept = await originalOf(await make({ frames: 4, delay, loop: 3 }))
    expect(await sharp(kept).metadata()).toMatchObject({ pages: 4, delay, loop: 3 })
  })
})

describe('pictures that must be re-encoded', () => {
  const upright = async () =>
    sharp({ create: { width: 40, height: 24, channels: 3, background: '#e02020' } })
      .composite([{ input: { create: { width: 10, height: 8, channels: 3, background: '#2030e0' } }, left: 0, top: 0 }])
      .png()
      .toBuffer()

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('apply orientation %i', async (orientation) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const options =
        format === 'webp' ? { lossless: true } : format === 'jpeg' ? { quality: 100, chromaSubsampling: '4:4:4' } : {}
      const sent = await sharp(await upright())
        .withMetadata({ orientation })
        .toFormat(format, options)
        .toBuffer()
      const kept = await originalOf(sent)
      const metadata = await sharp(kept).metadata()
      expect([metadata.format, metadata.orientation, metadata.exif, metadata.icc]).toEqual([
        format,
        undefined,
        undefined,
        undefined,
      ])
      const turned = await sharp(sent).autoOrient().png().toBuffer()
      expect(await difference(turned, kept)).toBeLessThanOrEqual(format === 'jpeg' ? 12 * 257 : 0)
    }
  })

  test('convert a wide profile to sRGB, and only drop an sRGB profile', async () => {
    const wide = await (await noisy()).withIccProfile('p3').png().toBuffer()
    const kept = await originalOf(wide)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', hasProfile: false })
    expect(await difference(await sharp(wide).png().toBuffer(), kept)).toBe(0)
    const tagged = await (await noisy()).withIccProfile('srgb').jpeg().toBuffer()
    expect((await sharp(tagged).metadata()).hasProfile).toBe(true)
    const bare = await originalOf(tagged)
    expect(await sharp(bare).metadata()).toMatchObject({ format: 'jpeg', hasProfile: false })
    expect(bare.length).toBeLessThan(tagged.length)
    expect(await difference(tagged, bare)).toBeLessThanOrEqual(2 * 257)
  })

  test('convert print colors to sRGB', async () => {
    const kept = await originalOf(await (await noisy()).toColourspace('cmyk').jpeg().toBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3 })
  })
})
