import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as pictures from '#test/pictures.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { prepareAvatar, receiveAvatar } from './prepare-avatar.ts'
import { discard } from './staging.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

async function prepare(bytes: Buffer) {
  const source = await receiveAvatar(Readable.from([bytes]), { stagingDir: folder.path })
  try {
    return await prepareAvatar(source, { stagingDir: folder.path, owner: 'lan' })
  } finally {
    await discard(source)
  }
}

test('an avatar is square with 512 px and 128 px, upright and without metadata', async () => {
  const avatar = await prepare(await pictures.jpegWithMetadata({ width: 1200, height: 900 }))
  const { large, small } = avatar.files
  for (const [file, side] of [
    [large, 512],
    [small, 128],
  ] as const) {
    const { format, width, height, exif, icc, xmp } = await sharp(file.path).metadata()
    expect({ format, width, height, exif, icc, xmp }).toEqual({ format: 'webp', width: side, height: side })
    const [red = 0, , blue = 255] = await sharp(file.path).raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
  }
  await discard(avatar)
  expect(await readdir(folder.path)).toEqual([])
})

test('an animation becomes a still, and a small picture is not enlarged', async () => {
  const { files } = await prepare(await pictures.animatedGif({ width: 200, height: 150 }))
  expect(await sharp(files.large.path).metadata()).toMatchObject({ width: 150, height: 150 })
  expect((await sharp(files.large.path).metadata()).pages).toBeUndefined()
})

test('a bad picture leaves nothing in staging', async () => {
  await expect(prepare(await pictures.truncatedJpeg())).rejects.toThrow('image.undecodable')
  await expect(prepare(pictures.hugePng())).rejects.toThrow('image.tooManyPixels')
  expect(await readdir(folder.path)).toEqual([])
})
