import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { animatedWebp } from '#test/pictures.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { toPng } from './to-png.ts'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

test('the first frame comes as PNG, from a path as from a stream', async () => {
  const file = path.join(folder.path, 'moving.webp')
  await writeFile(file, await animatedWebp({ width: 120, height: 80, frames: 3 }))
  const png = await toPng(file)
  const { format, width, height, pages } = await sharp(png).metadata()
  expect({ format, width, height, pages }).toEqual({ format: 'png', width: 120, height: 80 })
  const [, firstFrame] = await sharp(png).greyscale().raw().toBuffer()
  expect(firstFrame).toBeLessThan(64)
  expect(await toPng(createReadStream(file))).toEqual(png)
})
