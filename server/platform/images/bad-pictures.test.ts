import { readdir } from 'node:fs/promises'
import sharp, { type OutputInfo } from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as pictures from '#test/pictures.ts'
import { prepareBytes } from '#test/prepared-picture.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { PictureError } from './picture-error.ts'
import { createPictureQueue } from './picture-queue.ts'
import type { PrepareOptions } from './prepare-picture.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const left = () => readdir(folder.path)
const prepare = (bytes: Buffer, options: Partial<PrepareOptions> = {}) =>
  prepareBytes(bytes, { stagingDir: folder.path, ...options })

describe('a bad picture leaves nothing in staging', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
  const cases: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['text named .jpg', pictures.textFile, 'image.unsupportedType'],
    ['TIFF', pictures.tiff, 'image.unsupportedType'],
    ['SVG', pictures.svg, 'image.unsupportedType'],
    ['HEIC', pictures.heicHead, 'image.unsupportedType'],
    ['an empty file', () => Buffer.alloc(0), 'image.empty'],
    ['11 MB', pictures.elevenMegabytes, 'image.tooLarge'],
    ['a truncated JPEG', pictures.truncatedJpeg, 'image.undecodable'],
    [
      'a truncated JPEG with an end marker',
      async () => Buffer.concat([await pictures.truncatedJpeg(), Buffer.from([0xff, 0xd9])]),
      'image.undecodable',
    ],
    ['a truncated PNG', async () => half(await pictures.photoLike('png')), 'image.undecodable'],
    ['a truncated WebP', async () => half(await pictures.photoLike('webp')), 'image.undecodable'],
    ['a truncated AVIF', async () => half(await pictures.photoLike('avif')), 'image.undecodable'],
    ['half an animation', async () => half(await pictures.animatedGif()), 'image.undecodable'],
    [
      'a JPEG header and noise',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 7)]),
      'image.undecodable',
    ],
    ['only a GIF header', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'image.undecodable'],
    ['a 35-byte GIF that claims 65,535 px a side', pictures.gifBomb, 'image.tooManyPixels'],
    ['a PNG of 20,000 px a side', () => pictures.hugePng(), 'image.tooManyPixels'],
    ['a strip of 32,768 px', () => pictures.plainPng({ width: 10, height: 32_768 }), 'image.tooLong'],
    ['1,000 frames', pictures.thousandFrameGif, 'image.tooManyFrames'],
    [
      '250 frames of a megapixel',
      () => pictures.handmadeGif({ frames: 250, width: 1000, height: 1000 }),
      'image.tooManyPixels',
    ],
  ]

  test.each(cases)('%s', async (_name, make, code) => {
    const bytes = await make()
    await expect(prepare(bytes)).rejects.toEqual(new PictureError(code as PictureError['code']))
    expect(await left()).toEqual([])
  })

  test('a disk that is full at the last size, which is not the picture’s fault', async () => {
    const bytes = await pictures.photoLike('jpeg', { width: 1500, height: 1000 })
    const pipeline = Object.getPrototypeOf(sharp()) as { toFile: (target: string) => Promise<OutputInfo> }
    const write = pipeline.toFile
    const spy = vi.spyOn(pipeline, 'toFile').mockImplementation(async function (this: unknown, target) {
      const info = await write.call(this, target)
      if (info.width === 480) throw new Error('unable to write: No space left on device')
      return info
    })
    await expect(prepare(bytes).finally(() => spy.mockRestore())).rejects.toThrow('No space left')
    expect(await left()).toEqual([])
  })

  test('a picture over its time limit', async () => {
    await expect(prepare(await pictures.plainJpeg(), { timeLimitSeconds: 0 })).rejects.toEqual(
      new PictureError('image.tooSlow'),
    )
    expect(await left()).toEqual([])
  })

  test('a picture beyond the queue limit, and its source can be tried again', async () => {
    const queue = createPictureQueue({ running: 1, waiting: 0, perOwner: 1 })
    const other = Promise.withResolvers<void>()
    const running = queue.run('other', 1, () => other.promise)
    await expect(prepare(await pictures.plainJpeg(), { queue })).rejects.toEqual(new PictureError('image.busy'))
    expect(await left()).toEqual([])
    other.resolve()
    await running
  })
})
