import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Caption } from '#contract/templates/captions.ts'
import { folderForFile } from '#test/for-file.ts'
import { animatedGif, plainPng, thousandFrameGif } from '#test/pictures.ts'
import { receivePicture } from '../../../platform/images/staging.ts'
import { renderFrames } from './render-frames.ts'

const caption = Caption.parse({ text: 'HELLO', x: 0.1, y: 0.1, width: 0.8, height: 0.4, color: '#ff00ff' })
const folder = await folderForFile()
const stagingDir = folder.path
const stage = (bytes: Buffer) => receivePicture(Readable.from([bytes]), { stagingDir, maxBytes: 20_000_000 })

/** Counts the pixels of each frame that have the caption's color. */
async function colored(bytes: Buffer): Promise<number[]> {
  const { pages = 1 } = await sharp(bytes).metadata()
  return Promise.all(
    Array.from({ length: pages }, async (_, page) => {
      const data = await sharp(bytes, { page }).removeAlpha().raw().toBuffer()
      let count = 0
      for (let at = 0; at < data.length; at += 3)
        if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 80 && (data[at + 2] ?? 0) > 200) count += 1
      return count
    }),
  )
}

test.each(['gif', 'webp'] as const)('draws captions on every frame of an animation, as %s', async (format) => {
  const source = await animatedGif()
  const before = await sharp(source, { animated: true }).metadata()
  const drawn = await renderFrames(await stage(source), [caption], format, { stagingDir, owner: 'lan' })
  const after = await sharp(drawn, { animated: true }).metadata()
  expect([after.format, after.pages, after.width, after.pageHeight]).toEqual([
    format,
    before.pages,
    before.width,
    before.pageHeight,
  ])
  expect(after.delay).toEqual(before.delay)
  for (const count of await colored(drawn)) expect(count).toBeGreaterThan(100)
})

test('renders one frame of an animation as PNG and JPEG', async () => {
  for (const format of ['png', 'jpeg'] as const) {
    const drawn = await renderFrames(await stage(await animatedGif()), [caption], format, { stagingDir, owner: 'lan' })
    expect((await sharp(drawn).metadata()).format).toBe(format)
    expect((await colored(drawn))[0]).toBeGreaterThan(100)
  }
})

test('renders a still picture as a still, and refuses too many frames', async () => {
  const drawn = await renderFrames(await stage(await plainPng()), [caption], 'webp', { stagingDir, owner: 'lan' })
  expect((await sharp(drawn).metadata()).pages ?? 1).toBe(1)
  await expect(
    renderFrames(await stage(thousandFrameGif()), [], 'gif', { stagingDir, owner: 'lan' }),
  ).rejects.toMatchObject({
    code: 'image.tooManyFrames',
  })
})
