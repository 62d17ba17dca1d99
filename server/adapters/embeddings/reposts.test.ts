import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { captionedPicture } from '#test/pictures.ts'
import { isRepost, mirroredCells } from './reposts.ts'
import { describeImage } from './visual.ts'

const cellsOf = async (picture: Buffer | Sharp) =>
  (await describeImage(Buffer.isBuffer(picture) ? picture : await picture.jpeg({ quality: 80 }).toBuffer())).blocks

let original: Buffer
let cells: Uint8Array
beforeAll(async () => {
  original = await captionedPicture({ seed: 'lighthouse', text: 'WHEN THE FOG COMES' })
  cells = await cellsOf(original)
})

describe('a copy that was changed to pass for new', () => {
  test('is known when it is darker, flatter, or grey and darker', async () => {
    const changes = [
      sharp(original).linear(0.7, 0),
      sharp(original).linear(0.8, 40),
      sharp(await sharp(original).greyscale().toBuffer()).linear(0.7, 0),
    ]
    const known: boolean[] = []
    for (const change of changes) known.push(isRepost(await cellsOf(change), cells))
    expect(known).toEqual([true, true, true])
  })

  test('is known when it is mirrored', async () => {
    const turned = await cellsOf(sharp(original).flop())
    expect(isRepost(turned, cells)).toBe(false)
    expect(isRepost(mirroredCells(turned), cells)).toBe(true)
  })

  test('is another meme with other words, however it was changed', async () => {
    const other = await captionedPicture({ seed: 'lighthouse', text: 'WHEN THE FOG LEAVES' })
    for (const change of [
      sharp(other),
      sharp(other).greyscale(),
      sharp(other).linear(0.7, 0),
      sharp(other).linear(0.8, 40),
    ])
      expect(isRepost(await cellsOf(change), cells)).toBe(false)
  })
})
