import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as pictures from '#test/pictures.ts'
import { prepareBytes } from '#test/prepared-picture.ts'
import { randomPicture } from '#test/random-picture.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { PictureError } from './picture-error.ts'
import type { PreparedPicture } from './prepare-picture.ts'
import { discard, type StagedFile } from './staging.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const left = () => readdir(folder.path)

const prepare = (bytes: Buffer) => prepareBytes(bytes, { stagingDir: folder.path })

const metadataOf = (file: StagedFile) => sharp(file.path).metadata()

async function sizes({ files }: PreparedPicture): Promise<[number, number][]> {
  const all = await Promise.all([files.origin, files.medium, files.small].map(metadataOf))
  return all.map(({ width, height }) => [width, height])
}

/** Returns red, green and blue at a point of the first frame, given as fractions of width and height. */
async function colorAt(file: StagedFile, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file.path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return [...data.subarray(at, at + 3)]
}

describe('a good picture', () => {
  test('is stored in three sizes named by content, and leaves nothing else in staging', async () => {
    const picture = await prepare(await pictures.photoLike('jpeg', { width: 1500, height: 1000 }))
    expect(picture).toMatchObject({ width: 1500, height: 1000, animated: false, frames: 1, mime: 'image/jpeg' })
    expect(await sizes(picture)).toEqual([
      [1500, 1000],
      [1080, 720],
      [480, 320],
    ])
    for (const [size, file] of Object.entries(picture.files)) {
      const [extension, mime] = size === 'origin' ? ['jpg', 'image/jpeg'] : ['webp', 'image/webp']
      const bytes = await readFile(file.path)
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(file).toMatchObject({ key: `${hash.slice(0, 40)}.${extension}`, bytes: bytes.length, mime })
    }
    expect(await left()).toHaveLength(3)
    const pixels = picture.pixels?.data
    expect(pixels).toHaveLength(480 * 320 * 3)
    await discard(picture)
    expect(await left()).toEqual([])
    expect(pixels).toHaveLength(0)
  })

  test.each([
    ['#ff0000', '#ffee00', true],
    ['#111111', '#ffffff', false],
  ])('in %s and %s is encoded with the better chroma subsampling: %s', async (one, other, isBetter) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${one}"/>
      <path d="M0 0 400 300M0 300 400 0M200 0V300" stroke="${other}" stroke-width="20"/></svg>`
    const picture = await prepare(await sharp(Buffer.from(svg)).jpeg({ quality: 100 }).toBuffer())
    const small = await sharp(picture.files.origin.path)
      .webp({ quality: 82, effort: 4, smartSubsample: isBetter })
      .toBuffer()
    expect(small.equals(await readFile(picture.files.small.path))).toBe(true)
  })

  test('is never enlarged: a small one shares medium and small, and a WebP also the original', async () => {
    const picture = await pictures.plainPng({ width: 300, height: 200 })
    const { files, width, height } = await prepare(picture)
    expect([width, height]).toEqual([300, 200])
    expect(files.small.key).toBe(files.medium.key)
    expect(await left()).toHaveLength(2)
    const webp = await prepare(await sharp(picture).webp({ lossless: true }).toBuffer())
    expect([webp.files.medium, webp.files.small]).toEqual([webp.files.origin, webp.files.origin])
  })

  test('of 1080 px or less shares origin and medium if both are WebP', async () => {
    const { files } = await prepare(
      await sharp(await pictures.plainPng({ width: 1080, height: 500 }))
        .webp()
        .toBuffer(),
    )
    expect(files.medium).toEqual(files.origin)
    expect((await metadataOf(files.small)).width).toBe(480)
  })

  test('that is a lossless photograph has a lossy medium size', async () => {
    const photograph = await sharp(await pictures.photoLike('png'))
      .webp({ lossless: true })
      .toBuffer()
    const { files } = await prepare(photograph)
    expect(files.medium.bytes).toBeLessThan(files.origin.bytes / 2)
  })

  test('that is a drawing has a lossless medium size, and a lossy small one', async () => {
    const { files } = await prepare(await randomPicture('drawing', { width: 900, height: 600 }))
    const chunkOf = async ({ path }: StagedFile) => (await readFile(path)).toString('latin1', 12, 16)
    expect([await chunkOf(files.medium), await chunkOf(files.small)]).toEqual(['VP8L', 'VP8 '])
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('can be %s', async (format) => {
    const picture = await prepare(await pictures.photoLike(format))
    expect(picture).toMatchObject({ width: 600, height: 400, animated: false })
    const formats = await Promise.all(Object.values(picture.files).map(async (file) => (await metadataOf(file)).format))
    expect(formats).toEqual([format === 'avif' ? 'heif' : format, 'webp', 'webp'])
    expect([picture.mime, picture.files.origin.mime]).toEqual([`image/${format}`, `image/${format}`])
  })

  test('gives the same small files in any source format', async () => {
    const jpeg = await pictures.photoLike('jpeg', { width: 1300, height: 900 })
    const png = await sharp(jpeg).png().toBuffer()
    const keys = async (bytes: Buffer) => {
      const { medium, small } = (await prepare(bytes)).files
      return [medium.key, small.key]
    }
    expect(await keys(png)).toEqual(await keys(jpeg))
  })

  test('preserves transparency', async () => {
    const create = { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } as const
    const { files } = await prepare(await sharp({ create }).png().toBuffer())
    const [, , , alpha] = await sharp(files.origin.path).raw().toBuffer()
    expect(alpha).toBe(128)
  })

  test('that is too tall for WebP is stored whole; medium and small are fitted into it', async () => {
    const strip = await prepare(await pictures.plainPng({ width: 800, height: 18_000 }))
    expect(strip).toMatchObject({ width: 800, height: 18_000, mime: 'image/png' })
    expect(await sizes(strip)).toEqual([
      [800, 18_000],
      [728, 16_383],
      [480, 10_800],
    ])
    const line = await prepare(await pictures.plainPng({ width: 32_767, height: 2 }))
    expect(await sizes(line)).toEqual([
      [32_767, 2],
      [1080, 1],
      [480, 1],
    ])
  })

  test('in gray, with 16 bits or in print colors has small files in sRGB', async () => {
    const png = sharp(await pictures.plainPng())
    const forms = [
      png.clone().toColourspace('b-w').png(),
      png.clone().toColourspace('rgb16').png(),
      png.clone().toColourspace('cmyk').jpeg(),
    ]
    for (const form of forms) {
      const { files } = await prepare(await form.toBuffer())
      expect(await metadataOf(files.small)).toMatchObject({ space: 'srgb', depth: 'uchar', hasProfile: false })
    }
  })

  test('with a harmless decoder warning is accepted', async () => {
    const jpeg = await pictures.plainJpeg()
    // The end of spectral selection in the scan header, which some cameras write as 0.
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    jpeg[scan + 2 + jpeg.readUInt16BE(scan + 2) - 2] = 0
    await expect(sharp(jpeg, { failOn: 'warning' }).toBuffer()).rejects.toThrow('Invalid SOS parameters')
    expect(await prepare(jpeg)).toMatchObject({ width: 600, height: 400 })
  })

  test('has a thumbhash of its shape and color', async () => {
    const { thumbhash } = await prepare(await pictures.plainPng({ width: 900, height: 600 }))
    const hash = Buffer.from(thumbhash, 'base64')
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(1.5, 0)
    const { r, g, b, a } = thumbHashToAverageRGBA(hash)
    expect([r > 0.3, g < 0.3, b > 0.3, a]).toEqual([true, true, true, 1])
  })
})

describe('phone metadata', () => {
  test('is removed from every size', async () => {
    const photo = await pictures.jpegWithMetadata({ width: 1800, height: 1200 })
    for (const secret of pictures.PHONE_SECRETS) expect(photo.includes(secret)).toBe(true)
    const { files } = await prepare(photo)
    expect(new Set(Object.values(files).map(({ key }) => key)).size).toBe(3)
    for (const file of Object.values(files)) {
      const { exif, icc, xmp, iptc, orientation, comments } = await metadataOf(file)
      expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
      const bytes = await readFile(file.path)
      for (const secret of [...pictures.PHONE_SECRETS, 'EXIF', 'XMP ', 'ICCP'])
        expect(bytes.includes(secret)).toBe(false)
    }
  })

  test('turns the picture upright in every size', async () => {
    const picture = await prepare(await pictures.jpegWithMetadata({ width: 1800, height: 1200 }))
    expect(picture).toMatchObject({ width: 1200, height: 1800 })
    expect(await sizes(picture)).toEqual([
      [1200, 1800],
      [1080, 1620],
      [480, 720],
    ])
    for (const file of Object.values(picture.files)) {
      const [top, bottom] = [await colorAt(file, 0.5, 0.2), await colorAt(file, 0.5, 0.8)]
      expect([(top[0] ?? 0) > 180, (bottom[2] ?? 0) > 180]).toEqual([true, true])
    }
  })
})

describe('an animation', () => {
  const delay = [40, 80, 120, 160, 200, 400]

  test.each([
    ['GIF', pictures.animatedGif],
    ['WebP', pictures.animatedWebp],
  ])('from %s moves in all three sizes, with the same speed and number of loops', async (_name, make) => {
    const picture = await prepare(await make({ width: 1200, height: 600, frames: 6, delay, loop: 3 }))
    expect(picture).toMatchObject({ width: 1200, height: 600, animated: true, frames: 6 })
    const widths = [1200, 1080, 480]
    for (const [at, file] of [picture.files.origin, picture.files.medium, picture.files.small].entries()) {
      expect(await metadataOf(file)).toMatchObject({
        pages: 6,
        delay,
        loop: 3,
        width: widths[at],
        height: (widths[at] ?? 0) / 2,
      })
    }
  })

  test('shows a different picture in each frame, at every size', async () => {
    const { files } = await prepare(await pictures.animatedGif({ width: 640, height: 320, frames: 4 }))
    for (const file of [files.origin, files.small]) {
      for (const page of [0, 1, 2, 3]) {
        const { data, info } = await sharp(file.path, { page }).greyscale().raw().toBuffer({ resolveWithObject: true })
        const dark = Array.from(
          { length: 4 },
          (_, bar) => (data[Math.floor(((bar + 0.5) * info.width) / 4)] ?? 255) < 128,
        )
        expect(dark.indexOf(true)).toBe(page)
      }
    }
  })

  test('of equal frames becomes a still', async () => {
    const frame = await pictures.plainPng({ width: 30, height: 30 })
    const gif = await sharp([frame, frame, frame], { join: { animated: true } })
      .gif({ keepDuplicateFrames: true })
      .toBuffer()
    expect(await prepare(gif)).toMatchObject({ animated: false, frames: 1 })
  })

  test('that is too tall for WebP is stored whole; medium and small are fitted into it', async () => {
    const picture = await prepare(pictures.handmadeGif({ frames: 3, width: 60, height: 20_000 }))
    expect(picture).toMatchObject({ width: 60, height: 20_000, frames: 3, mime: 'image/gif' })
    expect(await metadataOf(picture.files.small)).toMatchObject({ width: 49, pages: 3 })
  })

  test('of 300 frames is accepted, and of 301 is refused', async () => {
    expect(await prepare(pictures.handmadeGif({ frames: 300, width: 20, height: 20 }))).toMatchObject({ frames: 300 })
    const more = prepare(pictures.handmadeGif({ frames: 301, width: 20, height: 20 }))
    await expect(more).rejects.toEqual(new PictureError('image.tooManyFrames'))
  })
})
